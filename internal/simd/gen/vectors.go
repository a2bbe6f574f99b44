package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// addTo adds src, width numbers, a multiple of four, to each of count rows of dst,
// which are stride bytes apart. The rows lie anywhere in memory: the next one is
// asked for while one is worked on.
func addTo() {
	kernel("addTo", "func(dst *float64, stride uintptr, rows *int32, count int, src *float64, width int)")
	dst, stride := Load(Param("dst"), GP64()), Load(Param("stride"), GP64())
	rows, count := Load(Param("rows"), GP64()), Load(Param("count"), GP64())
	src, width := Load(Param("src"), GP64()), Load(Param("width"), GP64())
	k, remaining := GP64(), GP64()
	row, next := eachRow(dst, stride, rows, count)
	XORQ(k, k)
	MOVQ(width, remaining)
	v := YMM()
	step := func(f int) {
		VMOVUPD(Mem{Base: src, Index: k, Scale: 8, Disp: 32 * f}, v)
		VADDPD(Mem{Base: row, Index: k, Scale: 8, Disp: 32 * f}, v, v)
		VMOVUPD(v, Mem{Base: row, Index: k, Scale: 8, Disp: 32 * f})
	}
	inSixteens(k, remaining, func(lines int) {
		for line := range lines {
			PREFETCHT0(Mem{Base: next, Index: k, Scale: 8, Disp: 64 * line})
		}
	}, step)
	endRow(row, next, count)
	VZEROUPPER()
	RET()
}

// inSixteens takes four steps for each sixteen of the remaining numbers, a multiple of four, and
// one for each further four. The first of them is k. Before a step, prefetch is called with the
// number of cache lines that it reads.
func inSixteens(k, remaining Register, prefetch, step func(int)) {
	loop("sixteen")
	CMPQ(remaining, Imm(16))
	JLT(LabelRef("four"))
	prefetch(2)
	for f := range 4 {
		step(f)
	}
	ADDQ(Imm(16), k)
	SUBQ(Imm(16), remaining)
	JMP(LabelRef("sixteen"))
	Label("four")
	TESTQ(remaining, remaining)
	JZ(LabelRef("end"))
	prefetch(1)
	step(0)
	ADDQ(Imm(4), k)
	SUBQ(Imm(4), remaining)
	JMP(LabelRef("four"))
	Label("end")
}

// eachRow begins a loop over count rows of a table, which are stride bytes apart.
// It returns the addresses of a row and of the one after it, or of the last one
// again. endRow ends the loop.
func eachRow(table, stride, rows, count Register) (row, next GPVirtual) {
	row, next = GP64(), GP64()
	find := func(address GPVirtual) {
		MOVLQSX(Mem{Base: rows}, address)
		IMULQ(stride, address)
		ADDQ(table, address)
	}
	find(row)
	Label("row")
	MOVQ(row, next)
	ADDQ(Imm(4), rows)
	DECQ(count)
	JZ(LabelRef("last"))
	find(next)
	Label("last")
	return row, next
}

func endRow(row, next GPVirtual, count Register) {
	MOVQ(next, row)
	TESTQ(count, count)
	JNZ(LabelRef("row"))
}

// dots stores the inner products of b, width numbers, a multiple of four, with
// each of count rows of a, which are stride bytes apart, summed as dot does. The
// next row is asked for as in addTo.
func dots() {
	kernel("dots", "func(products, a *float64, stride uintptr, rows *int32, count int, b *float64, width int)")
	products, a, stride := Load(Param("products"), GP64()), Load(Param("a"), GP64()), Load(Param("stride"), GP64())
	rows, count := Load(Param("rows"), GP64()), Load(Param("count"), GP64())
	b, width := Load(Param("b"), GP64()), Load(Param("width"), GP64())
	k := GP64()
	row, next := eachRow(a, stride, rows, count)
	XORQ(k, k)
	sum, v := zeros(2), YMM()
	loop("eight")
	PREFETCHT0(Mem{Base: next, Index: k, Scale: 8})
	for f, s := range sum {
		VMOVUPD(Mem{Base: row, Index: k, Scale: 8}, v)
		VFMADD231PD(Mem{Base: b, Index: k, Scale: 8}, v, s)
		ADDQ(Imm(4), k)
		CMPQ(k, width)
		if f == 0 {
			JE(LabelRef("total"))
		} else {
			JNE(LabelRef("eight"))
		}
	}
	Label("total")
	VADDPD(sum[1], sum[0], sum[0])
	VMOVSD(lanesTotal(sum[0]), Mem{Base: products})
	ADDQ(Imm(8), products)
	endRow(row, next, count)
	VZEROUPPER()
	RET()
}

// addRows adds count rows of src, which are stride bytes apart, to dst: width
// numbers, a multiple of four. As many of dst as eight registers hold stay in them
// while all rows are added; of the rest as many as four, two and one do.
func addRows() {
	kernel("addRows", "func(dst, src *float64, stride uintptr, rows *int32, count, width int)")
	dst, src, stride := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("stride"), GP64())
	rows := Load(Param("rows"), GP64())
	count, width := Load(Param("count"), GP64()), Load(Param("width"), GP64())
	k, row := GP64(), GP64()
	for _, stage := range []struct {
		name, next string
		registers  uint32
	}{{"eight", "four", 8}, {"four", "two", 4}, {"two", "one", 2}, {"one", "done", 1}} {
		Label(stage.name)
		CMPQ(width, U32(4*stage.registers))
		JLT(LabelRef(stage.next))
		sum := make([]VecVirtual, stage.registers)
		for f := range sum {
			sum[f] = YMM()
		}
		for f := range sum {
			VMOVUPD(Mem{Base: dst, Disp: 32 * f}, sum[f])
		}
		XORQ(k, k)
		loop(stage.name + "Row")
		MOVLQSX(Mem{Base: rows, Index: k, Scale: 4}, row)
		IMULQ(stride, row)
		for f := range sum {
			VADDPD(Mem{Base: src, Index: row, Scale: 1, Disp: 32 * f}, sum[f], sum[f])
		}
		INCQ(k)
		CMPQ(k, count)
		JNE(LabelRef(stage.name + "Row"))
		for f := range sum {
			VMOVUPD(sum[f], Mem{Base: dst, Disp: 32 * f})
		}
		ADDQ(U32(32*stage.registers), dst)
		ADDQ(U32(32*stage.registers), src)
		SUBQ(U32(4*stage.registers), width)
		JMP(LabelRef(stage.name))
	}
	Label("done")
	VZEROUPPER()
	RET()
}

// addScaled adds factor·src, the products rounded, to dst: count numbers, a multiple of four.
func addScaled() {
	kernel("addScaled", "func(dst *float64, factor float64, src *float64, count int)")
	dst, src, count := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("count"), GP64())
	factor := YMM()
	VBROADCASTSD(NewParamAddr("factor", 8), factor)
	k, v := GP64(), YMM()
	XORQ(k, k)
	step := func(f int) {
		VMULPD(Mem{Base: src, Index: k, Scale: 8, Disp: 32 * f}, factor, v)
		VADDPD(Mem{Base: dst, Index: k, Scale: 8, Disp: 32 * f}, v, v)
		VMOVUPD(v, Mem{Base: dst, Index: k, Scale: 8, Disp: 32 * f})
	}
	inSixteens(k, count, func(int) {}, step)
	VZEROUPPER()
	RET()
}

// dot returns the inner product of count numbers, a multiple of four, summed
// in two registers.
func dot() {
	kernel("dot", "func(a, b *float64, count int) float64")
	a, b, count := Load(Param("a"), GP64()), Load(Param("b"), GP64()), Load(Param("count"), GP64())
	sum, v := zeros(2), YMM()
	loop("eight")
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
	loop("pair")
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
