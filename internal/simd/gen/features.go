package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// features12 computes cos and sin of up to 12 angles ω_bᵀz per row in registers
// of the given kinds, 12 numbers together. The cosines are stored first, then the
// sines, whole registers at a time: the sines overwrite what the cosines' padding
// left, and what the sines' padding leaves beyond the row is overwritten by the
// next row.
func features12(name string, kinds ...func() VecVirtual) {
	kernel(name, "func(dst *float64, stride, half uintptr, rows *int32, count int, z *float64, width int, omega *float64)")
	dst, stride, half := Load(Param("dst"), GP64()), Load(Param("stride"), GP64()), Load(Param("half"), GP64())
	rows, count := Load(Param("rows"), GP64()), Load(Param("count"), GP64())
	z, width, omega := Load(Param("z"), GP64()), Load(Param("width"), GP64()), Load(Param("omega"), GP64())

	loop("row")
	row, response, frequency, left := GP64(), GP64(), GP64(), GP64()
	MOVLQSX(Mem{Base: rows}, row)
	MOVQ(row, response)
	IMULQ(width, response)
	LEAQ(Mem{Base: z, Index: response, Scale: 8}, response)
	MOVQ(omega, frequency)
	MOVQ(width, left)
	angles, places := make([]VecVirtual, len(kinds)), make([]int, len(kinds)+1)
	for g, kind := range kinds {
		angles[g] = zero(kind)
		places[g+1] = places[g] + int(angles[g].Size())
	}
	loop("angle")
	value := kinds[0]()
	VBROADCASTSD(Mem{Base: response}, value)
	for g, angle := range angles {
		VFMADD231PD(Mem{Base: frequency, Disp: places[g]}, lower(value, angle), angle)
	}
	ADDQ(Imm(8), response)
	ADDQ(Imm(96), frequency)
	DECQ(left)
	JNZ(LabelRef("angle"))

	IMULQ(stride, row)
	ADDQ(dst, row)
	sines, cosines := sincos(angles, kinds)
	for g, cos := range cosines {
		VMOVUPD(cos, Mem{Base: row, Disp: places[g]})
	}
	ADDQ(half, row)
	for g, sin := range sines {
		VMOVUPD(sin, Mem{Base: row, Disp: places[g]})
	}
	ADDQ(Imm(4), rows)
	DECQ(count)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// sincos is the vector form of sincos in portable.go, step by step. Each step is
// taken for all angles in turn, so that none waits for the one just before it.
func sincos(angles []VecVirtual, kinds []func() VecVirtual) (sines, cosines []VecVirtual) {
	each := func(step func(g int)) {
		for g := range angles {
			step(g)
		}
	}
	registers := func() []VecVirtual {
		r := make([]VecVirtual, len(angles))
		each(func(g int) { r[g] = kinds[g]() })
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
		cube := kinds[g]()
		VMULPD(angles[g], squares[g], cube)
		VFMADD213PD(angles[g], cube, s[g])
	})
	c := polynomial("c", -1.13596475577881948265e-11, 2.08757232129817482790e-09, -2.75573143513906633035e-07,
		2.48015872894767294178e-05, -1.38888888888741095749e-03, 4.16666666666666019037e-02, -0.5, 1)

	// The low bits of turned count quarter turns: odd ones exchange sine and
	// cosine, and bit 1 is the sign.
	sines, cosines = registers(), registers()
	one, two := words("one", 1), words("two", 2)
	each(func(g int) {
		if wide(turned[g]) {
			odd := K()
			VPTESTMQ(one, turned[g], odd)
			VBLENDMPD(c[g], s[g], odd, sines[g])
			VBLENDMPD(s[g], c[g], odd, cosines[g])
		} else {
			odd := YMM()
			VPSLLQ(Imm(63), turned[g], odd)
			VBLENDVPD(odd, c[g], s[g], sines[g])
			VBLENDVPD(odd, s[g], c[g], cosines[g])
		}
		sign := kinds[g]()
		and(two, turned[g], sign)
		VPSLLQ(Imm(62), sign, sign)
		xor(sign, sines[g], sines[g])
		VPADDQ(one, turned[g], sign)
		and(two, sign, sign)
		VPSLLQ(Imm(62), sign, sign)
		xor(sign, cosines[g], cosines[g])
	})
	return sines, cosines
}
