package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// decay replaces count numbers, a multiple of four and at most 0, by their exponentials, as
// elementary.Exp computes them; NaN stays. The power of two is multiplied in two halves, so
// that both are normal and only the last product rounds.
func decay() {
	kernel("decay", "func(values *float64, count int)")
	values, count := Load(Param("values"), GP64()), Load(Param("count"), GP64())
	unity, two := constant("one", 1), constant("two", 2)
	least := YMM()
	VMOVUPD(constant("least", -746), least) // whose exponential is 0
	loop("four")
	x, k, p := YMM(), YMM(), YMM()
	VMOVUPD(Mem{Base: values}, x)
	VMAXPD(x, least, x) // NaN where x is, the second operand of the instruction
	turned := YMM()
	VMULPD(constant("log2e", 1.4426950408889634073599246810018920), x, turned)
	VADDPD(constant("magic", 3<<51), turned, turned) // rounds to an integer, kept in the low bits
	VSUBPD(constant("magic", 3<<51), turned, k)
	VFNMADD231PD(constant("ln2High", 0.69314718055966295651160180568695068359375), k, x)
	VFNMADD231PD(constant("ln2Low", 0.28235290563031577122588448175013436025525412068e-12), k, x)
	VMULPD(constant("sixteenth", 0.0625), x, x)
	VMOVUPD(constant("e8", 2.4801587301587301587e-5), p)
	for n, coefficient := range []float64{1.9841269841269841270e-4, 1.3888888888888888889e-3, 8.3333333333333333333e-3,
		4.1666666666666666667e-2, 1.6666666666666666667e-1, 0.5, 1} {
		VFMADD213PD(constant(fmt.Sprint("e", 7-n), coefficient), x, p)
	}
	VMULPD(p, x, x)
	for range 3 { // from exp(x) − 1 to exp(2x) − 1
		VADDPD(two, x, p)
		VMULPD(p, x, x)
	}
	VADDPD(two, x, p)
	VFMADD213PD(unity, p, x)
	half := YMM()
	VPSRAD(Imm(1), turned, half)
	VPSUBD(half, turned, turned)
	for _, part := range []VecVirtual{half, turned} {
		VPADDD(words("bias", 1023), part, part)
		VPSLLQ(Imm(52), part, part)
		VMULPD(part, x, x)
	}
	VMOVUPD(x, Mem{Base: values})
	ADDQ(Imm(32), values)
	SUBQ(Imm(4), count)
	JNZ(LabelRef("four"))
	VZEROUPPER()
	RET()
}
