package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// features12 computes cos and sin of up to 12 angles ω_bᵀz per row, 12 numbers
// together in three registers. It does what sincos in portable.go does. The polynomials of a
// row are a long chain of steps that wait for one another. Meanwhile, the angles of the next
// row are reduced.
//
// The cosines are stored first, then the sines, whole registers at a time: the
// sines overwrite what the cosines' padding left, and what the sines' padding
// leaves beyond the row is overwritten by the next row.
func features12() {
	kernel("features12", "func(dst *float64, stride, half uintptr, rows *int32, count int, z *float64, width "+
		"int, omega *float64)")
	dst, stride, half := Load(Param("dst"), GP64()), Load(Param("stride"), GP64()), Load(Param("half"), GP64())
	rows, count := Load(Param("rows"), GP64()), Load(Param("count"), GP64())
	z, width, omega := Load(Param("z"), GP64()), Load(Param("width"), GP64()), Load(Param("omega"), GP64())
	angles, quarters, squares, s, c := twelve(), twelve(), twelve(), twelve(), twelve()
	keptAngles, keptQuarters := AllocLocal(96), AllocLocal(96)

	row, next := GP64(), GP64()
	MOVLQSX(Mem{Base: rows}, next)
	findAngles("first", angles, next, z, width, omega)
	for _, step := range reductionSteps(angles, quarters) {
		step()
	}

	loop("row")
	forRegisters(func(g int) {
		VMOVUPD(angles[g], keptAngles.Offset(32*g))
		VMOVUPD(quarters[g], keptQuarters.Offset(32*g))
		VMULPD(angles[g], angles[g], squares[g])
	})
	MOVQ(next, row)
	IMULQ(stride, row)
	ADDQ(dst, row)
	DECQ(count)
	JZ(LabelRef("last")) // which serves as its own next
	ADDQ(Imm(4), rows)
	MOVLQSX(Mem{Base: rows}, next)
	Label("last")
	findAngles("angle", angles, next, z, width, omega)

	// Three independent chains of steps alternate: two polynomials by Horner and
	// the reduction of the next row.
	sine := []float64{1.58969099521155010221e-10, -2.50507602534068634195e-08, 2.75573137070700676789e-06,
		-1.98412698298579493134e-04, 8.33333333332248946124e-03, -1.66666666666666324348e-01}
	cosine := []float64{-1.13596475577881948265e-11, 2.08757232129817482790e-09, -2.75573143513906633035e-07,
		2.48015872894767294178e-05, -1.38888888888741095749e-03, 4.16666666666666019037e-02, -0.5, 1}
	reduction := reductionSteps(angles, quarters)
	horner := func(name string, value []VecVirtual, coefficients []float64, k int) {
		if k >= len(coefficients) {
			return
		}
		place := constant(fmt.Sprint(name, k), coefficients[k])
		if k == 0 {
			fill(value, place)
			return
		}
		withNumber(place, func(g int, coefficient Register) { VFMADD213PD(coefficient, squares[g], value[g]) })
	}
	for k := range cosine {
		horner("c", c, cosine, k)
		horner("s", s, sine, k)
		// The angles are not there at once.
		if stepNumber := k - 2; stepNumber >= 0 && stepNumber < len(reduction) {
			reduction[stepNumber]()
		}
	}
	forRegisters(func(g int) {
		VMULPD(keptAngles.Offset(32*g), squares[g], squares[g])
		VFMADD213PD(keptAngles.Offset(32*g), squares[g], s[g])
	})
	forRegisters(func(g int) { turn(g, s[g], c[g], keptQuarters.Offset(32*g)) })
	for g, cos := range c {
		VMOVUPD(cos, Mem{Base: row, Disp: 32 * g})
	}
	for g, sin := range s {
		VMOVUPD(sin, Mem{Base: row, Index: half, Scale: 1, Disp: 32 * g})
	}
	TESTQ(count, count)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// twelve returns registers for twelve numbers.
func twelve() []VecVirtual { return []VecVirtual{YMM(), YMM(), YMM()} }

// forRegisters takes a step for each of the registers of twelve numbers.
func forRegisters(step func(g int)) {
	for g := range 3 {
		step(g)
	}
}

// fill makes all numbers the same.
func fill(value []VecVirtual, number Mem) {
	VMOVUPD(number, value[0])
	for _, r := range value[1:] {
		VMOVAPD(value[0], r)
	}
}

// withNumber takes a step for each register with a number that is loaded once.
func withNumber(number Mem, step func(g int, number Register)) {
	r := YMM()
	VMOVUPD(number, r)
	forRegisters(func(g int) { step(g, r) })
}

// findAngles computes the angles ω_bᵀz of a row.
func findAngles(label string, angles []VecVirtual, row, z, width, omega Register) {
	response, frequency, remaining, value := GP64(), GP64(), GP64(), YMM()
	MOVQ(row, response)
	IMULQ(width, response)
	LEAQ(Mem{Base: z, Index: response, Scale: 8}, response)
	MOVQ(omega, frequency)
	MOVQ(width, remaining)
	forRegisters(func(g int) { VPXOR(angles[g], angles[g], angles[g]) })
	Label(label)
	VBROADCASTSD(Mem{Base: response}, value)
	for g, angle := range angles {
		VFMADD231PD(Mem{Base: frequency, Disp: 32 * g}, value, angle)
	}
	ADDQ(Imm(8), response)
	ADDQ(Imm(96), frequency)
	DECQ(remaining)
	JNZ(LabelRef(label))
}

// reduction returns the steps that find the numbers of quarter turns in the
// angles, rounded, and take them off.
func reductionSteps(angles, quarters []VecVirtual) []func() {
	subtract := func(name string, part float64) func() {
		return func() {
			withNumber(constant(name, part), func(g int, part Register) { VFNMADD231PD(part, quarters[g], angles[g]) })
		}
	}
	return []func(){
		func() { fill(quarters, constant("twoOverPi", 2/math.Pi)) },
		func() {
			withNumber(constant("magic", 3<<51), func(g int, magic Register) { VFMADD213PD(magic, angles[g], quarters[g]) })
		},
		func() {
			withNumber(constant("magic", 3<<51), func(g int, magic Register) { VSUBPD(magic, quarters[g], quarters[g]) })
		},
		subtract("pi2a", 1.5707963267948966),
		subtract("pi2b", 6.123233995736766e-17),
		subtract("pi2c", -1.4973849048591833e-33),
	}
}

// turn exchanges sine and cosine if the number of quarter turns is odd, and gives
// them their signs. Adding 3·2⁵¹ again brings the number's last two bits to the
// end of the word, and shifts bring them to its front, where signs are: the sine's
// is the last but one, the cosine's that of the two one of which is 1.
func turn(g int, s, c VecVirtual, quarters Mem) {
	turned, odd, sin, sign := YMM(), YMM(), YMM(), words("sign", 1<<63)
	VMOVUPD(constant("magic", 3<<51), turned)
	VADDPD(quarters, turned, turned)
	VPSLLQ(Imm(63), turned, odd)
	VPSLLQ(Imm(62), turned, turned)
	VBLENDVPD(odd, c, s, sin)
	VBLENDVPD(odd, s, c, c)
	VPXOR(turned, odd, odd)
	VPAND(sign, turned, turned)
	VPXOR(turned, sin, s)
	VPAND(sign, odd, odd)
	VPXOR(odd, c, c)
}
