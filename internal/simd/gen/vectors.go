package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

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
// numbers, a multiple of four. As many of dst as eight registers of the kind hold
// stay in them while all rows are added.
func addRows(name string, kind func() VecVirtual) {
	kernel(name, "func(dst, src *float64, stride uintptr, rows *int32, count, width int)")
	dst, src, stride := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("stride"), GP64())
	rows := Load(Param("rows"), GP64())
	count, width := Load(Param("count"), GP64()), Load(Param("width"), GP64())
	k, row := GP64(), GP64()
	block := func(name string, registers uint32, kind func() VecVirtual) {
		sum := make([]VecVirtual, registers)
		for f := range sum {
			sum[f] = kind()
		}
		size := int(sum[0].Size())
		for f := range sum {
			VMOVUPD(Mem{Base: dst, Disp: size * f}, sum[f])
		}
		XORQ(k, k)
		Label(name)
		MOVLQSX(Mem{Base: rows, Index: k, Scale: 4}, row)
		IMULQ(stride, row)
		for f := range sum {
			VADDPD(Mem{Base: src, Index: row, Scale: 1, Disp: size * f}, sum[f], sum[f])
		}
		INCQ(k)
		CMPQ(k, count)
		JNE(LabelRef(name))
		for f := range sum {
			VMOVUPD(sum[f], Mem{Base: dst, Disp: size * f})
		}
		ADDQ(U32(size)*U32(registers), dst)
		ADDQ(U32(size)*U32(registers), src)
		SUBQ(U32(size)/8*U32(registers), width)
	}
	// In the widest registers, then, for the rest, in narrower ones and in one.
	stages := []struct {
		name      string
		registers uint32
		kind      func() VecVirtual
	}{{"wide", 8, ZMM}, {"eight", 8, YMM}, {"one", 1, YMM}}
	if !wide(kind()) {
		stages = stages[1:]
	}
	for i, stage := range stages {
		next := "done"
		if i+1 < len(stages) {
			next = stages[i+1].name
		}
		Label(stage.name)
		CMPQ(width, U32(uint32(stage.kind().Size())/8*stage.registers))
		JLT(LabelRef(next))
		block(stage.name+"Row", stage.registers, stage.kind)
		JMP(LabelRef(stage.name))
	}
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
