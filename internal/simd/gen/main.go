// Command gen writes the assembly kernels of package simd. Run it with
// go generate in the folder above.
package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	scan20()
	centre20()
	features()
	add()
	Generate()
}

// scan20 walks count rows of 20 features in the given order, four at a time,
// with their running sum S in five registers. The four sums of squares meet in
// one register by horizontal additions, are multiplied by the coefficients and
// compared with the best of their lane.
func scan20() {
	TEXT("scan20", NOSPLIT, "func(features *float64, order *int32, coefficients *float64, count int, best *[4]float64, at *[4]int64)")
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

	VMOVUPD(best, Mem{Base: Load(Param("best"), GP64())})
	VMOVDQU(at, Mem{Base: Load(Param("at"), GP64())})
	VZEROUPPER()
	RET()
}

// centre20 subtracts the mean of count rows of 20 features from each.
func centre20() {
	TEXT("centre20", NOSPLIT, "func(features *float64, count int)")
	base, count := Load(Param("features"), GP64()), Load(Param("count"), GP64())
	mean := zeros(5)
	row, left := GP64(), GP64()
	MOVQ(base, row)
	MOVQ(count, left)
	Label("total")
	for f := range mean {
		VADDPD(Mem{Base: row, Disp: 32 * f}, mean[f], mean[f])
	}
	ADDQ(Imm(160), row)
	DECQ(left)
	JNZ(LabelRef("total"))
	number, rows := XMM(), YMM()
	VXORPD(number, number, number)
	VCVTSI2SDQ(count, number, number)
	VBROADCASTSD(number, rows)
	for f := range mean {
		VDIVPD(rows, mean[f], mean[f])
	}
	Label("subtract")
	for f := range mean {
		v := YMM()
		VMOVUPD(Mem{Base: base, Disp: 32 * f}, v)
		VSUBPD(mean[f], v, v)
		VMOVUPD(v, Mem{Base: base, Disp: 32 * f})
	}
	ADDQ(Imm(160), base)
	DECQ(count)
	JNZ(LabelRef("subtract"))
	VZEROUPPER()
	RET()
}

// features computes cos and sin of the angles ω_bᵀz, four at a time. Within a
// row the groups of four go from last to first, because the stores are whole
// registers: what a group stores beyond its end is overwritten by its
// predecessor or by the next row.
func features() {
	TEXT("features", NOSPLIT, "func(dst *float64, stride, half uintptr, rows *int32, count int, z *float64, width int, omega *float64, padded uintptr)")
	dst, stride, half := Load(Param("dst"), GP64()), Load(Param("stride"), GP64()), Load(Param("half"), GP64())
	rows, count := Load(Param("rows"), GP64()), Load(Param("count"), GP64())
	z, width := Load(Param("z"), GP64()), Load(Param("width"), GP64())
	omega, padded := Load(Param("omega"), GP64()), Load(Param("padded"), GP64())
	sines := GP64()
	MOVQ(dst, sines)
	ADDQ(half, sines)

	Label("row")
	response := GP64()
	MOVLQSX(Mem{Base: rows}, response)
	IMULQ(width, response)
	LEAQ(Mem{Base: z, Index: response, Scale: 8}, response)
	group := GP64()
	MOVQ(padded, group)

	Label("group")
	SUBQ(Imm(32), group)
	angle := YMM()
	VXORPD(angle, angle, angle)
	frequency, k := GP64(), GP64()
	LEAQ(Mem{Base: omega, Index: group, Scale: 1}, frequency)
	XORQ(k, k)
	Label("angle")
	value := YMM()
	VBROADCASTSD(Mem{Base: response, Index: k, Scale: 8}, value)
	VFMADD231PD(Mem{Base: frequency}, value, angle)
	ADDQ(padded, frequency)
	INCQ(k)
	CMPQ(k, width)
	JNE(LabelRef("angle"))

	sin, cos := sincos(angle)
	VMOVUPD(cos, Mem{Base: dst, Index: group, Scale: 1})
	VMOVUPD(sin, Mem{Base: sines, Index: group, Scale: 1})
	TESTQ(group, group)
	JNZ(LabelRef("group"))

	ADDQ(stride, dst)
	ADDQ(stride, sines)
	ADDQ(Imm(4), rows)
	DECQ(count)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// sincos is the vector form of sincos in portable.go, step by step.
func sincos(angle VecVirtual) (sin, cos VecVirtual) {
	turned, quarter := YMM(), YMM()
	VMOVUPD(constant("twoOverPi", 2/math.Pi), turned)
	VFMADD213PD(constant("magic", 3<<51), angle, turned)
	VSUBPD(constant("magic", 3<<51), turned, quarter)
	VFNMADD231PD(constant("pi2a", 1.5707963267948966), quarter, angle)
	VFNMADD231PD(constant("pi2b", 6.123233995736766e-17), quarter, angle)
	VFNMADD231PD(constant("pi2c", -1.4973849048591833e-33), quarter, angle)
	square := YMM()
	VMULPD(angle, angle, square)

	s := YMM()
	VMOVUPD(constant("s6", 1.58969099521155010221e-10), s)
	VFMADD213PD(constant("s5", -2.50507602534068634195e-08), square, s)
	VFMADD213PD(constant("s4", 2.75573137070700676789e-06), square, s)
	VFMADD213PD(constant("s3", -1.98412698298579493134e-04), square, s)
	VFMADD213PD(constant("s2", 8.33333333332248946124e-03), square, s)
	VFMADD213PD(constant("s1", -1.66666666666666324348e-01), square, s)
	cube := YMM()
	VMULPD(angle, square, cube)
	VFMADD213PD(angle, cube, s)

	c := YMM()
	VMOVUPD(constant("c6", -1.13596475577881948265e-11), c)
	VFMADD213PD(constant("c5", 2.08757232129817482790e-09), square, c)
	VFMADD213PD(constant("c4", -2.75573143513906633035e-07), square, c)
	VFMADD213PD(constant("c3", 2.48015872894767294178e-05), square, c)
	VFMADD213PD(constant("c2", -1.38888888888741095749e-03), square, c)
	VFMADD213PD(constant("c1", 4.16666666666666019037e-02), square, c)
	VFMADD213PD(constant("minusHalf", -0.5), square, c)
	VFMADD213PD(constant("one", 1), square, c)

	// The low bits of turned count quarter turns: odd ones exchange sine and
	// cosine, and bit 1 is the sign.
	odd, sign := YMM(), YMM()
	VPSLLQ(Imm(63), turned, odd)
	sin, cos = YMM(), YMM()
	VBLENDVPD(odd, c, s, sin)
	VBLENDVPD(odd, s, c, cos)
	VPAND(lanes("two", 2, 2, 2, 2), turned, sign)
	VPSLLQ(Imm(62), sign, sign)
	VXORPD(sign, sin, sin)
	VPADDQ(lanes("unit", 1, 1, 1, 1), turned, sign)
	VPAND(lanes("two", 2, 2, 2, 2), sign, sign)
	VPSLLQ(Imm(62), sign, sign)
	VXORPD(sign, cos, cos)
	return sin, cos
}

// add adds count numbers, a multiple of four, of src to dst.
func add() {
	TEXT("add", NOSPLIT, "func(dst, src *float64, count int)")
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
