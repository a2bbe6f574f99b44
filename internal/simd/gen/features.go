package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// features12 computes cos and sin of up to 12 angles ω_bᵀz per row, 12 numbers
// together in registers of the given kinds. It does what sincos in portable.go
// does. While the polynomials of a row are computed, which is a long chain of
// steps that wait for one another, the angles of the next row are reduced.
//
// The cosines are stored first, then the sines, whole registers at a time: the
// sines overwrite what the cosines' padding left, and what the sines' padding
// leaves beyond the row is overwritten by the next row.
func features12(name string, kinds ...func() VecVirtual) {
	kernel(name, "func(dst *float64, stride, half uintptr, rows *int32, count int, z *float64, width int, omega *float64)")
	dst, stride, half := Load(Param("dst"), GP64()), Load(Param("stride"), GP64()), Load(Param("half"), GP64())
	rows, count := Load(Param("rows"), GP64()), Load(Param("count"), GP64())
	z, width, omega := Load(Param("z"), GP64()), Load(Param("width"), GP64()), Load(Param("omega"), GP64())
	v := newTwelve(kinds)
	angles, quarters, squares, s, c := v.registers(), v.registers(), v.registers(), v.registers(), v.registers()
	keptAngles, keptQuarters := AllocLocal(96), AllocLocal(96)

	row, next := GP64(), GP64()
	MOVLQSX(Mem{Base: rows}, next)
	v.angles("first", angles, next, z, width, omega)
	for _, step := range v.reduction(angles, quarters) {
		step()
	}

	loop("row")
	v.each(func(g int) {
		VMOVUPD(angles[g], keptAngles.Offset(v.places[g]))
		VMOVUPD(quarters[g], keptQuarters.Offset(v.places[g]))
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
	v.angles("angle", angles, next, z, width, omega)

	// Three independent chains of steps alternate: two polynomials by Horner and
	// the reduction of the next row.
	sine := []float64{1.58969099521155010221e-10, -2.50507602534068634195e-08, 2.75573137070700676789e-06,
		-1.98412698298579493134e-04, 8.33333333332248946124e-03, -1.66666666666666324348e-01}
	cosine := []float64{-1.13596475577881948265e-11, 2.08757232129817482790e-09, -2.75573143513906633035e-07,
		2.48015872894767294178e-05, -1.38888888888741095749e-03, 4.16666666666666019037e-02, -0.5, 1}
	reduction := v.reduction(angles, quarters)
	horner := func(name string, value []VecVirtual, coefficients []float64, k int) {
		if k >= len(coefficients) {
			return
		}
		place := constant(fmt.Sprint(name, k), coefficients[k])
		if k == 0 {
			v.fill(value, place)
			return
		}
		v.with(place, func(g int, coefficient Register) { VFMADD213PD(coefficient, squares[g], value[g]) })
	}
	for k := range cosine {
		horner("c", c, cosine, k)
		horner("s", s, sine, k)
		// The angles are not there at once.
		if at := k - 2; at >= 0 && at < len(reduction) {
			reduction[at]()
		}
	}
	v.each(func(g int) {
		VMULPD(keptAngles.Offset(v.places[g]), squares[g], squares[g])
		VFMADD213PD(keptAngles.Offset(v.places[g]), squares[g], s[g])
	})
	v.each(func(g int) { v.turn(g, s[g], c[g], keptQuarters.Offset(v.places[g])) })
	for g, cos := range c {
		VMOVUPD(cos, Mem{Base: row, Disp: v.places[g]})
	}
	for g, sin := range s {
		VMOVUPD(sin, Mem{Base: row, Index: half, Scale: 1, Disp: v.places[g]})
	}
	TESTQ(count, count)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// twelve is how twelve numbers lie in registers.
type twelve struct {
	kinds  []func() VecVirtual
	places []int // of each register's first number, in bytes
}

func newTwelve(kinds []func() VecVirtual) twelve {
	v := twelve{kinds: kinds}
	place := 0
	for _, kind := range kinds {
		v.places = append(v.places, place)
		place += int(kind().Size())
	}
	return v
}

func (v twelve) each(step func(g int)) {
	for g := range v.kinds {
		step(g)
	}
}

func (v twelve) registers() []VecVirtual {
	r := make([]VecVirtual, len(v.kinds))
	v.each(func(g int) { r[g] = v.kinds[g]() })
	return r
}

// fill makes all numbers the same.
func (v twelve) fill(value []VecVirtual, number Mem) {
	VMOVUPD(number, value[0])
	for _, r := range value[1:] {
		VMOVAPD(lower(value[0], r), r)
	}
}

// with takes a step for each register with a number that is loaded once.
func (v twelve) with(number Mem, step func(g int, number Register)) {
	r := v.kinds[0]()
	VMOVUPD(number, r)
	v.each(func(g int) { step(g, lower(r, v.kinds[g]())) })
}

// angles computes the angles ω_bᵀz of a row.
func (v twelve) angles(label string, angles []VecVirtual, row, z, width, omega Register) {
	response, frequency, left, value := GP64(), GP64(), GP64(), v.kinds[0]()
	MOVQ(row, response)
	IMULQ(width, response)
	LEAQ(Mem{Base: z, Index: response, Scale: 8}, response)
	MOVQ(omega, frequency)
	MOVQ(width, left)
	v.each(func(g int) { xor(angles[g], angles[g], angles[g]) })
	Label(label)
	VBROADCASTSD(Mem{Base: response}, value)
	for g, angle := range angles {
		VFMADD231PD(Mem{Base: frequency, Disp: v.places[g]}, lower(value, angle), angle)
	}
	ADDQ(Imm(8), response)
	ADDQ(Imm(96), frequency)
	DECQ(left)
	JNZ(LabelRef(label))
}

// reduction returns the steps that find the numbers of quarter turns in the
// angles, rounded, and take them off.
func (v twelve) reduction(angles, quarters []VecVirtual) []func() {
	less := func(name string, part float64) func() {
		return func() {
			v.with(constant(name, part), func(g int, part Register) { VFNMADD231PD(part, quarters[g], angles[g]) })
		}
	}
	return []func(){
		func() { v.fill(quarters, constant("twoOverPi", 2/math.Pi)) },
		func() {
			v.with(constant("magic", 3<<51), func(g int, magic Register) { VFMADD213PD(magic, angles[g], quarters[g]) })
		},
		func() {
			v.with(constant("magic", 3<<51), func(g int, magic Register) { VSUBPD(magic, quarters[g], quarters[g]) })
		},
		less("pi2a", 1.5707963267948966),
		less("pi2b", 6.123233995736766e-17),
		less("pi2c", -1.4973849048591833e-33),
	}
}

// turn exchanges sine and cosine if the number of quarter turns is odd, and gives
// them their signs. Adding 3·2⁵¹ again brings the number's last two bits to the
// end of the word, and shifts bring them to its front, where signs are: the sine's
// is the last but one, the cosine's that of the two one of which is 1.
func (v twelve) turn(g int, s, c VecVirtual, quarters Mem) {
	turned, odd, sin, sign := v.kinds[g](), v.kinds[g](), v.kinds[g](), words("sign", 1<<63)
	VMOVUPD(constant("magic", 3<<51), turned)
	VADDPD(quarters, turned, turned)
	VPSLLQ(Imm(63), turned, odd)
	VPSLLQ(Imm(62), turned, turned)
	if wide(turned) {
		is := K()
		VPMOVQ2M(odd, is)
		VBLENDMPD(c, s, is, sin)
		VBLENDMPD(s, c, is, c)
	} else {
		VBLENDVPD(odd, c, s, sin)
		VBLENDVPD(odd, s, c, c)
	}
	xor(turned, odd, odd)
	and(sign, turned, turned)
	xor(turned, sin, s)
	and(sign, odd, odd)
	xor(odd, c, c)
}
