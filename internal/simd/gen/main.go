// Command gen writes the assembly kernels of package simd. Run it with
// go generate in the folder above.
package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	scan20()
	square20()
	centre20()
	features12()
	divide()
	pick()
	present()
	split()
	order16()
	prefetch()
	sparseRow8()
	add()
	addRows()
	subtract()
	dot()
	Generate()
}

// scan20 walks count rows of 20 features in the given order, four at a time,
// with their running sum S in five registers. The four sums of squares meet in
// one register by horizontal additions, are multiplied by the coefficients and
// compared with the best of their lane.
func scan20() {
	kernel("scan20", "func(features *float64, order *int32, coefficients *float64, count int) (best float64, at int)")
	base, order := Load(Param("features"), GP64()), Load(Param("order"), GP64())
	coefficients, count := Load(Param("coefficients"), GP64()), Load(Param("count"), GP64())
	sum := zeros(5)
	best, at := YMM(), YMM()
	VXORPD(best, best, best)
	VXORPD(at, at, at)
	index, four := YMM(), YMM()
	VMOVDQU(lanes("index", 0, 1, 2, 3), index)
	VMOVDQU(lanes("four", 4, 4, 4, 4), four)

	Label("scan")
	var squares [4]VecVirtual
	for r := range squares {
		row := GP64()
		MOVLQSX(Mem{Base: order, Disp: 4 * r}, row)
		IMUL3Q(Imm(160), row, row)
		squares[r] = YMM()
		for f := range sum {
			VADDPD(Mem{Base: base, Index: row, Scale: 1, Disp: 32 * f}, sum[f], sum[f])
		}
		VMULPD(sum[0], sum[0], squares[r])
		for _, s := range sum[1:] {
			VFMADD231PD(s, s, squares[r])
		}
	}
	low, high := YMM(), YMM()
	VHADDPD(squares[1], squares[0], low)
	VHADDPD(squares[3], squares[2], high)
	gain, other := YMM(), YMM()
	VPERM2F128(Imm(0x20), high, low, gain)
	VPERM2F128(Imm(0x31), high, low, other)
	VADDPD(other, gain, gain)
	VMULPD(Mem{Base: coefficients}, gain, gain)
	better := YMM()
	VCMPPD(Imm(0x1e), best, gain, better) // gain > best
	VBLENDVPD(better, gain, best, best)
	VBLENDVPD(better, index, at, at)
	VPADDQ(four, index, index)
	ADDQ(Imm(16), order)
	ADDQ(Imm(32), coefficients)
	SUBQ(Imm(4), count)
	JNZ(LabelRef("scan"))

	// Of the lanes, the larger gain wins, and of equal ones the earlier place:
	// first the halves, then the two that are left.
	gains, places := YMM(), YMM()
	VPERM2F128(Imm(1), best, best, gains)
	VPERM2F128(Imm(1), at, at, places)
	keepBetter(best, at, gains, places)
	VPERMILPD(Imm(5), best, gains)
	VPERMILPD(Imm(5), at, places)
	keepBetter(best, at, gains, places)
	place := GP64()
	VMOVQ(at.AsX(), place)
	Store(best.AsX(), ReturnIndex(0))
	Store(place, ReturnIndex(1))
	VZEROUPPER()
	RET()
}

// keepBetter takes over gains and their places, lane by lane, where they are
// larger, or equal and earlier.
func keepBetter(best, at, gains, places VecVirtual) {
	larger, equal, earlier := YMM(), YMM(), YMM()
	VCMPPD(Imm(0x1e), best, gains, larger) // gains > best
	VCMPPD(Imm(0), best, gains, equal)
	VPCMPGTQ(places, at, earlier) // at > places
	VPAND(earlier, equal, equal)
	VPOR(equal, larger, larger)
	VBLENDVPD(larger, gains, best, best)
	VBLENDVPD(larger, places, at, at)
}

// square20 adds up count rows of 20 features and returns the squared length of
// the sum, summed as scan20 does.
func square20() {
	kernel("square20", "func(features *float64, order *int32, count int) float64")
	base, order, count := Load(Param("features"), GP64()), Load(Param("order"), GP64()), Load(Param("count"), GP64())
	sum := zeros(5)
	row := GP64()
	Label("row")
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

// lanesTotal returns (lane 0 + lane 1) + (lane 2 + lane 3).
func lanesTotal(v VecVirtual) Register {
	high, pair, other := XMM(), XMM(), XMM()
	VEXTRACTF128(Imm(1), v, high)
	VHADDPD(high, v.AsX(), pair) // (lane 0 + lane 1, lane 2 + lane 3)
	VPERMILPD(Imm(1), pair, other)
	VADDSD(other, pair, pair)
	return pair
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
	Label("total")
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
	Label("subtract")
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

// features12 computes cos and sin of up to 12 angles ω_bᵀz per row in three
// registers. The cosines are stored first, then the sines, whole registers at
// a time: the sines overwrite what the cosines' padding left, and what the
// sines' padding leaves beyond the row is overwritten by the next row.
func features12() {
	kernel("features12", "func(dst *float64, stride, half uintptr, rows *int32, count int, z *float64, width int, omega *float64)")
	dst, stride, half := Load(Param("dst"), GP64()), Load(Param("stride"), GP64()), Load(Param("half"), GP64())
	rows, count := Load(Param("rows"), GP64()), Load(Param("count"), GP64())
	z, width, omega := Load(Param("z"), GP64()), Load(Param("width"), GP64()), Load(Param("omega"), GP64())

	Label("row")
	row, response, frequency, left := GP64(), GP64(), GP64(), GP64()
	MOVLQSX(Mem{Base: rows}, row)
	MOVQ(row, response)
	IMULQ(width, response)
	LEAQ(Mem{Base: z, Index: response, Scale: 8}, response)
	MOVQ(omega, frequency)
	MOVQ(width, left)
	angles := zeros(3)
	Label("angle")
	value := YMM()
	VBROADCASTSD(Mem{Base: response}, value)
	for g, angle := range angles {
		VFMADD231PD(Mem{Base: frequency, Disp: 32 * g}, value, angle)
	}
	ADDQ(Imm(8), response)
	ADDQ(Imm(96), frequency)
	DECQ(left)
	JNZ(LabelRef("angle"))

	IMULQ(stride, row)
	ADDQ(dst, row)
	sines, cosines := sincos(angles)
	for g, cos := range cosines {
		VMOVUPD(cos, Mem{Base: row, Disp: 32 * g})
	}
	ADDQ(half, row)
	for g, sin := range sines {
		VMOVUPD(sin, Mem{Base: row, Disp: 32 * g})
	}
	ADDQ(Imm(4), rows)
	DECQ(count)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// sincos is the vector form of sincos in portable.go, step by step. Each step is
// taken for all angles in turn, so that none waits for the one just before it.
func sincos(angles []VecVirtual) (sines, cosines []VecVirtual) {
	each := func(step func(g int)) {
		for g := range angles {
			step(g)
		}
	}
	registers := func() []VecVirtual {
		r := make([]VecVirtual, len(angles))
		each(func(g int) { r[g] = YMM() })
		return r
	}
	turned, quarter := registers(), registers()
	each(func(g int) { VMOVUPD(constant("twoOverPi", 2/math.Pi), turned[g]) })
	each(func(g int) { VFMADD213PD(constant("magic", 3<<51), angles[g], turned[g]) })
	each(func(g int) { VSUBPD(constant("magic", 3<<51), turned[g], quarter[g]) })
	each(func(g int) { VFNMADD231PD(constant("pi2a", 1.5707963267948966), quarter[g], angles[g]) })
	each(func(g int) { VFNMADD231PD(constant("pi2b", 6.123233995736766e-17), quarter[g], angles[g]) })
	each(func(g int) { VFNMADD231PD(constant("pi2c", -1.4973849048591833e-33), quarter[g], angles[g]) })
	squares := registers()
	each(func(g int) { VMULPD(angles[g], angles[g], squares[g]) })

	// polynomial returns the value of a polynomial in the squares, the
	// coefficient of the highest power first.
	polynomial := func(name string, coefficients ...float64) []VecVirtual {
		value := registers()
		for k, v := range coefficients {
			place := constant(fmt.Sprint(name, len(coefficients)-k), v)
			each(func(g int) {
				if k == 0 {
					VMOVUPD(place, value[g])
				} else {
					VFMADD213PD(place, squares[g], value[g])
				}
			})
		}
		return value
	}
	s := polynomial("s", 1.58969099521155010221e-10, -2.50507602534068634195e-08, 2.75573137070700676789e-06,
		-1.98412698298579493134e-04, 8.33333333332248946124e-03, -1.66666666666666324348e-01)
	each(func(g int) {
		cube := YMM()
		VMULPD(angles[g], squares[g], cube)
		VFMADD213PD(angles[g], cube, s[g])
	})
	c := polynomial("c", -1.13596475577881948265e-11, 2.08757232129817482790e-09, -2.75573143513906633035e-07,
		2.48015872894767294178e-05, -1.38888888888741095749e-03, 4.16666666666666019037e-02, -0.5, 1)

	// The low bits of turned count quarter turns: odd ones exchange sine and
	// cosine, and bit 1 is the sign.
	sines, cosines = registers(), registers()
	each(func(g int) {
		odd, sign := YMM(), YMM()
		VPSLLQ(Imm(63), turned[g], odd)
		VBLENDVPD(odd, c[g], s[g], sines[g])
		VBLENDVPD(odd, s[g], c[g], cosines[g])
		VPAND(lanes("two", 2, 2, 2, 2), turned[g], sign)
		VPSLLQ(Imm(62), sign, sign)
		VXORPD(sign, sines[g], sines[g])
		VPADDQ(lanes("unit", 1, 1, 1, 1), turned[g], sign)
		VPAND(lanes("two", 2, 2, 2, 2), sign, sign)
		VPSLLQ(Imm(62), sign, sign)
		VXORPD(sign, cosines[g], cosines[g])
	})
	return sines, cosines
}

// add adds count numbers, a multiple of four, of src to dst.
func add() {
	kernel("add", "func(dst, src *float64, count int)")
	dst, src := Load(Param("dst"), GP64()), Load(Param("src"), GP64())
	count := Load(Param("count"), GP64())
	Label("sixteen")
	CMPQ(count, Imm(16))
	JLT(LabelRef("four"))
	for f := range 4 {
		v := YMM()
		VMOVUPD(Mem{Base: src, Disp: 32 * f}, v)
		VADDPD(Mem{Base: dst, Disp: 32 * f}, v, v)
		VMOVUPD(v, Mem{Base: dst, Disp: 32 * f})
	}
	ADDQ(Imm(128), src)
	ADDQ(Imm(128), dst)
	SUBQ(Imm(16), count)
	JMP(LabelRef("sixteen"))
	Label("four")
	TESTQ(count, count)
	JZ(LabelRef("done"))
	v := YMM()
	VMOVUPD(Mem{Base: src}, v)
	VADDPD(Mem{Base: dst}, v, v)
	VMOVUPD(v, Mem{Base: dst})
	ADDQ(Imm(32), src)
	ADDQ(Imm(32), dst)
	SUBQ(Imm(4), count)
	JMP(LabelRef("four"))
	Label("done")
	VZEROUPPER()
	RET()
}

// addRows adds count rows of src, which are stride bytes apart, to dst: width
// numbers, a multiple of four. Thirty-two numbers of dst stay in registers while all
// rows are added to them.
func addRows() {
	kernel("addRows", "func(dst, src *float64, stride uintptr, rows *int32, count, width int)")
	dst, src, stride := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("stride"), GP64())
	rows := Load(Param("rows"), GP64())
	count, width := Load(Param("count"), GP64()), Load(Param("width"), GP64())
	k, row := GP64(), GP64()
	block := func(name string, registers uint32) {
		sum := make([]VecVirtual, registers)
		for f := range sum {
			sum[f] = YMM()
			VMOVUPD(Mem{Base: dst, Disp: 32 * f}, sum[f])
		}
		XORQ(k, k)
		Label(name)
		MOVLQSX(Mem{Base: rows, Index: k, Scale: 4}, row)
		IMULQ(stride, row)
		for f := range sum {
			VADDPD(Mem{Base: src, Index: row, Scale: 1, Disp: 32 * f}, sum[f], sum[f])
		}
		INCQ(k)
		CMPQ(k, count)
		JNE(LabelRef(name))
		for f := range sum {
			VMOVUPD(sum[f], Mem{Base: dst, Disp: 32 * f})
		}
		ADDQ(U32(32*registers), dst)
		ADDQ(U32(32*registers), src)
		SUBQ(U32(4*registers), width)
	}
	Label("wide")
	CMPQ(width, Imm(32))
	JLT(LabelRef("narrow"))
	block("wideRow", 8)
	JMP(LabelRef("wide"))
	Label("narrow")
	TESTQ(width, width)
	JZ(LabelRef("done"))
	block("narrowRow", 1)
	JMP(LabelRef("narrow"))
	Label("done")
	VZEROUPPER()
	RET()
}

// subtract stores a − b, count numbers, a multiple of four, in dst.
func subtract() {
	kernel("subtract", "func(dst, a, b *float64, count int)")
	dst, a, b := Load(Param("dst"), GP64()), Load(Param("a"), GP64()), Load(Param("b"), GP64())
	count, k := Load(Param("count"), GP64()), GP64()
	XORQ(k, k)
	Label("four")
	v := YMM()
	VMOVUPD(Mem{Base: a, Index: k, Scale: 8}, v)
	VSUBPD(Mem{Base: b, Index: k, Scale: 8}, v, v)
	VMOVUPD(v, Mem{Base: dst, Index: k, Scale: 8})
	ADDQ(Imm(4), k)
	CMPQ(k, count)
	JNE(LabelRef("four"))
	VZEROUPPER()
	RET()
}

// dot returns the inner product of count numbers, a multiple of four, summed
// in two registers.
func dot() {
	kernel("dot", "func(a, b *float64, count int) float64")
	a, b, count := Load(Param("a"), GP64()), Load(Param("b"), GP64()), Load(Param("count"), GP64())
	sum, v := zeros(2), YMM()
	Label("eight")
	VMOVUPD(Mem{Base: a}, v)
	VFMADD231PD(Mem{Base: b}, v, sum[0])
	SUBQ(Imm(4), count)
	JZ(LabelRef("done"))
	VMOVUPD(Mem{Base: a, Disp: 32}, v)
	VFMADD231PD(Mem{Base: b, Disp: 32}, v, sum[1])
	ADDQ(Imm(64), a)
	ADDQ(Imm(64), b)
	SUBQ(Imm(4), count)
	JNZ(LabelRef("eight"))
	Label("done")
	VADDPD(sum[1], sum[0], sum[0])
	Store(lanesTotal(sum[0]), ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// divide sends count ids to the left or right list by their side, 1 for left,
// and returns how many went left. It stores each in both lists and advances
// one: there is no branch to mispredict.
func divide() {
	kernel("divide", "func(left, right, ids *int32, side *byte, count int) int")
	left, right, ids := Load(Param("left"), GP64()), Load(Param("right"), GP64()), Load(Param("ids"), GP64())
	side, count := Load(Param("side"), GP64()), Load(Param("count"), GP64())
	k, l := GP64(), GP64()
	XORQ(k, k)
	XORQ(l, l)
	Label("id")
	id, s := GP64(), GP64()
	MOVL(Mem{Base: ids, Index: k, Scale: 4}, id.As32())
	MOVBQZX(Mem{Base: side, Index: id, Scale: 1}, s)
	MOVL(id.As32(), Mem{Base: left, Index: l, Scale: 4})
	MOVL(id.As32(), Mem{Base: right})
	ADDQ(s, l)
	XORQ(Imm(1), s)
	LEAQ(Mem{Base: right, Index: s, Scale: 4}, right)
	INCQ(k)
	CMPQ(k, count)
	JNE(LabelRef("id"))
	Store(l, ReturnIndex(0))
	RET()
}

// pick stores those of count ids whose row has flag 1 and returns how many
// there are. It stores every id and advances only after such ones.
func pick() {
	kernel("pick", "func(dst, ids, rows *int32, flags *byte, count int) int")
	dst, ids, rows := Load(Param("dst"), GP64()), Load(Param("ids"), GP64()), Load(Param("rows"), GP64())
	flags, count := Load(Param("flags"), GP64()), Load(Param("count"), GP64())
	k, l, id, row, flag := GP64(), GP64(), GP64(), GP64(), GP64()
	XORQ(k, k)
	XORQ(l, l)
	Label("id")
	MOVL(Mem{Base: ids, Index: k, Scale: 4}, id.As32())
	MOVL(Mem{Base: rows, Index: k, Scale: 4}, row.As32())
	MOVBQZX(Mem{Base: flags, Index: row, Scale: 1}, flag)
	MOVL(id.As32(), Mem{Base: dst, Index: l, Scale: 4})
	ADDQ(flag, l)
	INCQ(k)
	CMPQ(k, count)
	JNE(LabelRef("id"))
	Store(l, ReturnIndex(0))
	RET()
}

// present stores the ids of those of count rows that have one, a number that is
// not negative, and returns how many there are. It stores every id and advances
// only after such ones.
func present() {
	kernel("present", "func(dst, rows, ids *int32, count int) int")
	dst, rows, ids := Load(Param("dst"), GP64()), Load(Param("rows"), GP64()), Load(Param("ids"), GP64())
	count := Load(Param("count"), GP64())
	k, l, row, id := GP64(), GP64(), GP64(), GP64()
	XORQ(k, k)
	XORQ(l, l)
	Label("row")
	MOVL(Mem{Base: rows, Index: k, Scale: 4}, row.As32())
	MOVL(Mem{Base: ids, Index: row, Scale: 4}, id.As32())
	MOVL(id.As32(), Mem{Base: dst, Index: l, Scale: 4})
	NOTL(id.As32())
	SHRL(Imm(31), id.As32())
	ADDQ(id, l)
	INCQ(k)
	CMPQ(k, count)
	JNE(LabelRef("row"))
	Store(l, ReturnIndex(0))
	RET()
}

// split moves the rows with values up to the threshold to the front of rows and
// stores the others in spill; it returns how many are in front. It stores each
// on both sides and advances one: there is no branch to mispredict.
func split() {
	kernel("split", "func(rows, spill *int32, values *float64, threshold float64, count int) int")
	rows, spill, values := Load(Param("rows"), GP64()), Load(Param("spill"), GP64()), Load(Param("values"), GP64())
	threshold, count := Load(Param("threshold"), XMM()), Load(Param("count"), GP64())
	k, l, row, side := GP64(), GP64(), GP64(), GP64()
	XORQ(k, k)
	XORQ(l, l)
	Label("row")
	XORQ(side, side)
	MOVLQSX(Mem{Base: rows, Index: k, Scale: 4}, row)
	VUCOMISD(Mem{Base: values, Index: row, Scale: 8}, threshold)
	SETCC(side.As8L()) // threshold ≥ value
	MOVL(row.As32(), Mem{Base: rows, Index: l, Scale: 4})
	MOVL(row.As32(), Mem{Base: spill})
	ADDQ(side, l)
	XORQ(Imm(1), side)
	LEAQ(Mem{Base: spill, Index: side, Scale: 4}, spill)
	INCQ(k)
	CMPQ(k, count)
	JNE(LabelRef("row"))
	Store(l, ReturnIndex(0))
	RET()
}

// order16 stores count ids in the order of their rows' ranks. The ranks are
// gathered; then for each how many are smaller is counted, which is its place.
// Ranks come in whole groups of 32, what lies beyond count not being looked at;
// each group of 32 stays in two registers while every rank is compared with it.
// Last, the ids are sent to their places. gathered and places are scratch.
func order16() {
	kernel("order16", "func(dst, ids, rows *int32, ranks, gathered, places *int16, count int)")
	dst, ids, rows := Load(Param("dst"), GP64()), Load(Param("ids"), GP64()), Load(Param("rows"), GP64())
	ranks, gathered, places := Load(Param("ranks"), GP64()), Load(Param("gathered"), GP64()), Load(Param("places"), GP64())
	count := Load(Param("count"), GP64())
	j, row, rank := GP64(), GP64(), GP64()
	XORQ(j, j)
	Label("gather")
	MOVLQSX(Mem{Base: rows, Index: j, Scale: 4}, row)
	MOVWLZX(Mem{Base: ranks, Index: row, Scale: 2}, rank.As32())
	MOVW(rank.As16(), Mem{Base: gathered, Index: j, Scale: 2})
	INCQ(j)
	CMPQ(j, count)
	JNE(LabelRef("gather"))
	// The largest rank up to a multiple of four: it is smaller than none.
	MOVW(U16(math.MaxInt16), rank.As16())
	Label("pad")
	TESTQ(U32(3), j)
	JZ(LabelRef("padded"))
	MOVW(rank.As16(), Mem{Base: gathered, Index: j, Scale: 2})
	INCQ(j)
	JMP(LabelRef("pad"))
	Label("padded")

	group := GP64()
	XORQ(group, group)
	Label("group")
	a, b := YMM(), YMM()
	VMOVDQU(Mem{Base: gathered, Index: group, Scale: 2}, a)
	VMOVDQU(Mem{Base: gathered, Index: group, Scale: 2, Disp: 32}, b)
	counts := zeros(2)
	XORQ(j, j)
	Label("rank")
	for k := range 4 {
		other, ma, mb := YMM(), YMM(), YMM()
		VPBROADCASTW(Mem{Base: gathered, Index: j, Scale: 2, Disp: 2 * k}, other)
		VPCMPGTW(other, a, ma)
		VPCMPGTW(other, b, mb)
		VPSUBW(ma, counts[0], counts[0])
		VPSUBW(mb, counts[1], counts[1])
	}
	ADDQ(Imm(4), j)
	CMPQ(j, count)
	JLT(LabelRef("rank"))
	VMOVDQU(counts[0], Mem{Base: places, Index: group, Scale: 2})
	VMOVDQU(counts[1], Mem{Base: places, Index: group, Scale: 2, Disp: 32})
	ADDQ(Imm(32), group)
	CMPQ(group, count)
	JLT(LabelRef("group"))

	XORQ(j, j)
	Label("scatter")
	MOVWLZX(Mem{Base: places, Index: j, Scale: 2}, rank.As32())
	MOVL(Mem{Base: ids, Index: j, Scale: 4}, row.As32())
	MOVL(row.As32(), Mem{Base: dst, Index: rank, Scale: 4})
	INCQ(j)
	CMPQ(j, count)
	JNE(LabelRef("scatter"))
	VZEROUPPER()
	RET()
}

// sparseRow8 stores the sum of count rows of eight numbers of the block, each
// times its value, in dst. Rows with even and odd place have accumulators of
// their own, so that no addition waits for the one just before it.
func sparseRow8() {
	kernel("sparseRow8", "func(dst, block *float64, rows *int32, values *float64, count int)")
	dst, block := Load(Param("dst"), GP64()), Load(Param("block"), GP64())
	rows, values := Load(Param("rows"), GP64()), Load(Param("values"), GP64())
	count := Load(Param("count"), GP64())
	sum := zeros(4)
	value, row := YMM(), GP64()
	step := func(k int) {
		MOVLQSX(Mem{Base: rows, Disp: 4 * k}, row)
		SHLQ(Imm(6), row)
		VBROADCASTSD(Mem{Base: values, Disp: 8 * k}, value)
		VFMADD231PD(Mem{Base: block, Index: row, Scale: 1}, value, sum[2*k])
		VFMADD231PD(Mem{Base: block, Index: row, Scale: 1, Disp: 32}, value, sum[2*k+1])
	}
	Label("pair")
	CMPQ(count, Imm(2))
	JLT(LabelRef("last"))
	step(0)
	step(1)
	ADDQ(Imm(8), rows)
	ADDQ(Imm(16), values)
	SUBQ(Imm(2), count)
	JMP(LabelRef("pair"))
	Label("last")
	TESTQ(count, count)
	JZ(LabelRef("done"))
	step(0)
	Label("done")
	VADDPD(sum[2], sum[0], sum[0])
	VADDPD(sum[3], sum[1], sum[1])
	VMOVUPD(sum[0], Mem{Base: dst})
	VMOVUPD(sum[1], Mem{Base: dst, Disp: 32})
	VZEROUPPER()
	RET()
}

// prefetch asks for the cache lines of size bytes.
func prefetch() {
	kernel("prefetch", "func(data *int16, size int)")
	data, size := Load(Param("data"), GP64()), Load(Param("size"), GP64())
	Label("line")
	PREFETCHT0(Mem{Base: data})
	ADDQ(Imm(64), data)
	SUBQ(Imm(64), size)
	JG(LabelRef("line"))
	RET()
}

// kernel begins a function that keeps none of its pointers.
func kernel(name, signature string) {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
}

// zeros returns n registers that hold zeros.
func zeros(n int) []VecVirtual {
	registers := make([]VecVirtual, n)
	for i := range registers {
		registers[i] = YMM()
		VXORPD(registers[i], registers[i], registers[i])
	}
	return registers
}

var globals = map[string]Mem{}

// constant returns a read-only place that holds the number four times.
func constant(name string, v float64) Mem {
	bits := math.Float64bits(v)
	return lanes(name, bits, bits, bits, bits)
}

// lanes returns a read-only place that holds four 64-bit words.
func lanes(name string, words ...uint64) Mem {
	if place, ok := globals[name]; ok {
		return place
	}
	place := GLOBL(name, RODATA|NOPTR)
	for i, word := range words {
		DATA(8*i, U64(word))
	}
	globals[name] = place
	return place
}
