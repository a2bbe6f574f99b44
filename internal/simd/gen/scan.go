package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// scan20 walks count rows of 20 features in the given order, four at a time,
// with their running sum S in five registers. The four sums of squares meet in
// one register, are multiplied by the coefficients and compared with the best of
// their lane. That has to wait for the squares, so it is done for the four rows
// before while those of four rows are added up: instructions that wait fill the
// processor's schedulers and keep others from being seen.
func scan20() {
	kernel("scan20", "func(features *float64, order *int32, coefficients *float64, count int) (best float64, at int)")
	base, order := Load(Param("features"), GP64()), Load(Param("order"), GP64())
	coefficients, count := Load(Param("coefficients"), GP64()), Load(Param("count"), GP64())
	sum := zeros(5)
	best, place, index := zero(), zero(), YMM()
	VMOVDQU(lanes("before", negative(4), negative(3), negative(2), negative(1)), index)
	// Of the four rows before, the squared lengths less one addition. Before the
	// first rows they are zeros, no gains whatever the coefficients.
	low, high := zero(), zero()
	before := GP64()
	MOVQ(coefficients, before)
	compare := func() {
		other, gain, better := YMM(), YMM(), YMM()
		VBLENDPD(Imm(0b1100), high, low, gain)
		VPERM2F128(Imm(0x21), high, low, other)
		VADDPD(other, gain, gain)
		VMULPD(Mem{Base: before}, gain, gain)
		VCMPPD(Imm(0x1e), best, gain, better) // gain > best
		VBLENDVPD(better, gain, best, best)
		VBLENDVPD(better, index, place, place)
		VPADDQ(words("four", 4), index, index)
	}

	loop("scan")
	var squares [4]VecVirtual
	var row [4]GPVirtual
	for r := range squares {
		row[r] = GP64()
		MOVLQSX(Mem{Base: order, Disp: 4 * r}, row[r])
		IMUL3Q(Imm(160), row[r], row[r])
		squares[r] = YMM()
	}
	for f, s := range sum {
		for r, square := range squares {
			VADDPD(Mem{Base: base, Index: row[r], Scale: 1, Disp: 32 * f}, s, s)
			if f == 0 {
				VMULPD(s, s, square)
			} else {
				VFMADD231PD(s, s, square)
			}
		}
	}
	compare()
	addPairs(squares[0], squares[1], low)
	addPairs(squares[2], squares[3], high)
	MOVQ(coefficients, before)
	ADDQ(Imm(16), order)
	ADDQ(Imm(32), coefficients)
	SUBQ(Imm(4), count)
	JNZ(LabelRef("scan"))
	compare()

	// Of the lanes, the larger gain wins, and of equal ones the earlier place:
	// first the halves, then the two that are left.
	gains, places := YMM(), YMM()
	VPERM2F128(Imm(1), best, best, gains)
	VPERM2F128(Imm(1), place, place, places)
	keepBetter(best, place, gains, places)
	VPERMILPD(Imm(5), best, gains)
	VPERMILPD(Imm(5), place, places)
	keepBetter(best, place, gains, places)
	first := GP64()
	VMOVQ(place.AsX(), first)
	Store(best.AsX(), ReturnIndex(0))
	Store(first, ReturnIndex(1))
	VZEROUPPER()
	RET()
}

// addPairs stores (a₀ + a₁, b₀ + b₁, a₂ + a₃, b₂ + b₃). That is VHADDPD with one of
// its two shuffles made a blend, which has more places to be done.
func addPairs(a, b, to VecVirtual) {
	other := YMM()
	VBLENDPD(Imm(0b1010), b, a, to)   // a₀, b₁, a₂, b₃
	VSHUFPD(Imm(0b0101), b, a, other) // a₁, b₀, a₃, b₂
	VADDPD(other, to, to)
}

// keepBetter takes over gains and their places, lane by lane, where they are
// larger, or equal and earlier.
func keepBetter(best, place, gains, places VecVirtual) {
	larger, equal, earlier := YMM(), YMM(), YMM()
	VCMPPD(Imm(0x1e), best, gains, larger) // gains > best
	VCMPPD(Imm(0), best, gains, equal)
	VPCMPGTQ(places, place, earlier) // at > places
	VPAND(earlier, equal, equal)
	VPOR(equal, larger, larger)
	VBLENDVPD(larger, gains, best, best)
	VBLENDVPD(larger, places, place, place)
}

// square20 adds up count rows of 20 features and returns the squared length of
// the sum, summed as scan20 does.
func square20() {
	kernel("square20", "func(features *float64, order *int32, count int) float64")
	base, order, count := Load(Param("features"), GP64()), Load(Param("order"), GP64()), Load(Param("count"), GP64())
	sum := zeros(5)
	row := GP64()
	loop("row")
	MOVLQSX(Mem{Base: order}, row)
	IMUL3Q(Imm(160), row, row)
	for f := range sum {
		VADDPD(Mem{Base: base, Index: row, Scale: 1, Disp: 32 * f}, sum[f], sum[f])
	}
	ADDQ(Imm(4), order)
	DECQ(count)
	JNZ(LabelRef("row"))
	square := YMM()
	VMULPD(sum[0], sum[0], square)
	for _, s := range sum[1:] {
		VFMADD231PD(s, s, square)
	}
	Store(lanesTotal(square), ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// centre20 stores count rows of 20 features less their mean, from rows "from"
// of src to rows "to" of dst.
func centre20() {
	kernel("centre20", "func(dst *float64, to *int32, src *float64, from *int32, count int)")
	dst, to := Load(Param("dst"), GP64()), Load(Param("to"), GP64())
	src, from, count := Load(Param("src"), GP64()), Load(Param("from"), GP64()), Load(Param("count"), GP64())
	mean := zeros(5)
	k, row, target := GP64(), GP64(), GP64()
	XORQ(k, k)
	loop("total")
	MOVLQSX(Mem{Base: from, Index: k, Scale: 4}, row)
	IMUL3Q(Imm(160), row, row)
	for f := range mean {
		VADDPD(Mem{Base: src, Index: row, Scale: 1, Disp: 32 * f}, mean[f], mean[f])
	}
	INCQ(k)
	CMPQ(k, count)
	JNE(LabelRef("total"))
	number, divisor := XMM(), YMM()
	VXORPD(number, number, number)
	VCVTSI2SDQ(count, number, number)
	VBROADCASTSD(number, divisor)
	for f := range mean {
		VDIVPD(divisor, mean[f], mean[f])
	}
	XORQ(k, k)
	loop("subtract")
	MOVLQSX(Mem{Base: from, Index: k, Scale: 4}, row)
	IMUL3Q(Imm(160), row, row)
	MOVLQSX(Mem{Base: to, Index: k, Scale: 4}, target)
	IMUL3Q(Imm(160), target, target)
	for f := range mean {
		v := YMM()
		VMOVUPD(Mem{Base: src, Index: row, Scale: 1, Disp: 32 * f}, v)
		VSUBPD(mean[f], v, v)
		VMOVUPD(v, Mem{Base: dst, Index: target, Scale: 1, Disp: 32 * f})
	}
	INCQ(k)
	CMPQ(k, count)
	JNE(LabelRef("subtract"))
	VZEROUPPER()
	RET()
}
