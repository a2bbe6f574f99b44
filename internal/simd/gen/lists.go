package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// divide moves, in each of number lists, those of count ids whose side is 1 to the
// front. Lists are numbered, those of neighbouring numbers being stride bytes
// apart. Whole registers are stored, so that the eight ids behind the list are kept
// and put back at the end.
//
// If others is true, the other ids wait in spill and then follow.
func divide(name string, others bool) {
	kernel(name, "func(ids *int32, stride uintptr, lists *int32, number, count int, spill *int32, side *byte)")
	lists, number := Load(Param("lists"), GP64()), Load(Param("number"), GP64())
	spill, side := Load(Param("spill"), GP64()), Load(Param("side"), GP64())
	list, from, remaining, front, other, s := GP64(), GP64(), GP64(), GP64(), GP64(), GP64()
	behind, eight := YMM(), YMM()
	p := newPicker()
	// send takes the eight ids at from, of which only some are in the list if
	// last is true.
	send := func(last bool) {
		p.load(side, from)
		VMOVDQU(Mem{Base: from}, eight)
		maskOfList := func() Register {
			if !last {
				return p.mask
			}
			part := GP64()
			BZHIQ(remaining, p.mask, part)
			return part
		}
		p.send(eight, list, front, maskOfList())
		if others {
			XORQ(U32(255), p.mask)
			p.send(eight, spill, other, maskOfList())
		}
	}

	Label("list")
	MOVLQSX(Mem{Base: lists}, list)
	Load(Param("stride"), s)
	IMULQ(s, list)
	Load(Param("ids"), s)
	ADDQ(s, list)
	Load(Param("count"), remaining)
	VMOVDQU(Mem{Base: list, Index: remaining, Scale: 4}, behind)
	MOVQ(list, from)
	XORQ(front, front)
	XORQ(other, other)
	SUBQ(Imm(8), remaining)
	JLT(LabelRef("few"))
	loop("eight")
	send(false)
	ADDQ(Imm(32), from)
	SUBQ(Imm(8), remaining)
	JGE(LabelRef("eight"))
	Label("few")
	ADDQ(Imm(8), remaining)
	JZ(LabelRef("divided"))
	send(true)

	Label("divided")
	if others {
		LEAQ(Mem{Base: list, Index: front, Scale: 4}, from)
		XORQ(s, s)
		Label("back")
		CMPQ(s, other)
		JGE(LabelRef("end"))
		VMOVDQU(Mem{Base: spill, Index: s, Scale: 4}, eight)
		VMOVDQU(eight, Mem{Base: from, Index: s, Scale: 4})
		ADDQ(Imm(8), s)
		JMP(LabelRef("back"))
		Label("end")
	}
	Load(Param("count"), remaining)
	VMOVDQU(behind, Mem{Base: list, Index: remaining, Scale: 4})
	ADDQ(Imm(4), lists)
	DECQ(number)
	JNZ(LabelRef("list"))
	VZEROUPPER()
	RET()
}

// picker picks some of eight ids at a time. A mask has ones for those to be picked,
// the first the lowest bit, and a table tells for every mask which of the eight
// move to the front. There is no branch to mispredict, and one store.
type picker struct{ table, mask, scratch Register }

func newPicker() picker {
	p := picker{GP64(), GP64(), GP64()}
	LEAQ(fronts(), p.table)
	return p
}

// load makes the mask of the flags, 0 or 1, of the eight numbers at from.
func (p picker) load(flags, from Register) {
	id := GP64()
	for k := 7; k >= 0; k-- {
		MOVL(Mem{Base: from, Disp: 4 * k}, id.As32())
		if k == 7 {
			MOVBQZX(Mem{Base: flags, Index: id, Scale: 1}, p.mask)
			continue
		}
		MOVBQZX(Mem{Base: flags, Index: id, Scale: 1}, p.scratch)
		LEAQ(Mem{Base: p.scratch, Index: p.mask, Scale: 2}, p.mask)
	}
}

// send stores the ids of the mask at a place of a list, and advances the place behind them.
func (p picker) send(eight VecVirtual, list, place, mask Register) {
	front := YMM()
	VPMOVZXBD(Mem{Base: p.table, Index: mask, Scale: 8}, front)
	VPERMD(eight, front, front)
	VMOVDQU(front, Mem{Base: list, Index: place, Scale: 4})
	POPCNTQ(mask, p.scratch)
	ADDQ(p.scratch, place)
}

// fronts returns a read-only table of the places, a byte each, of the ones of
// every mask of eight bits, counted from the lowest; what follows is 0.
func fronts() Mem {
	words := make([]uint64, 256)
	for mask := range words {
		found := 0
		for k := range 8 {
			if mask>>k&1 == 1 {
				words[mask] |= uint64(k) << (8 * found)
				found++
			}
		}
	}
	return lanes("fronts", words...)
}

// pick stores those of count ids whose row has flag 1 and returns how many
// there are. The last few are stored one by one, advancing only after such ones.
func pick() {
	kernel("pick", "func(dst, ids, rows *int32, flags *byte, count int) int")
	dst, ids, rows := Load(Param("dst"), GP64()), Load(Param("ids"), GP64()), Load(Param("rows"), GP64())
	flags, count := Load(Param("flags"), GP64()), Load(Param("count"), GP64())
	l := GP64()
	p := newPicker()
	XORQ(l, l)
	SUBQ(Imm(8), count)
	JLT(LabelRef("few"))
	loop("eight")
	eight := YMM()
	VMOVDQU(Mem{Base: ids}, eight)
	p.load(flags, rows)
	p.send(eight, dst, l, p.mask)
	ADDQ(Imm(32), ids)
	ADDQ(Imm(32), rows)
	SUBQ(Imm(8), count)
	JGE(LabelRef("eight"))
	Label("few")
	ADDQ(Imm(8), count)
	JZ(LabelRef("done"))
	id, row := GP64(), GP64()
	Label("id")
	MOVL(Mem{Base: ids}, id.As32())
	MOVL(Mem{Base: rows}, row.As32())
	MOVBQZX(Mem{Base: flags, Index: row, Scale: 1}, row)
	MOVL(id.As32(), Mem{Base: dst, Index: l, Scale: 4})
	ADDQ(row, l)
	ADDQ(Imm(4), ids)
	ADDQ(Imm(4), rows)
	DECQ(count)
	JNZ(LabelRef("id"))
	Label("done")
	Store(l, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// split moves the rows with values up to the threshold to the front of rows and
// stores the others in spill; it returns how many are in front. The last few are
// stored on both sides one by one, advancing one of them.
func split() {
	kernel("split", "func(rows, spill *int32, values *float64, threshold float64, count int) int")
	rows, spill, values := Load(Param("rows"), GP64()), Load(Param("spill"), GP64()), Load(Param("values"), GP64())
	threshold, count := Load(Param("threshold"), XMM()).(VecVirtual), Load(Param("count"), GP64())
	from, l, right, row, high := GP64(), GP64(), GP64(), GP64(), GP64()
	limit := YMM()
	VBROADCASTSD(threshold, limit)
	MOVQ(rows, from)
	XORQ(l, l)
	XORQ(right, right)
	p := newPicker()
	SUBQ(Imm(8), count)
	JLT(LabelRef("few"))
	loop("eight")
	for half, mask := range []Register{p.mask, high} {
		pairs := [2]VecVirtual{XMM(), XMM()}
		for k, pair := range pairs {
			offset := 16*half + 8*k
			MOVLQSX(Mem{Base: from, Disp: offset}, row)
			VMOVSD(Mem{Base: values, Index: row, Scale: 8}, pair)
			MOVLQSX(Mem{Base: from, Disp: offset + 4}, row)
			VMOVHPD(Mem{Base: values, Index: row, Scale: 8}, pair, pair)
		}
		four := YMM()
		VINSERTF128(Imm(1), pairs[1], pairs[0].AsY(), four)
		VCMPPD(Imm(0x12), limit, four, four) // four ≤ limit
		VMOVMSKPD(four, mask.(GPVirtual).As32())
	}
	SHLQ(Imm(4), high)
	ORQ(high, p.mask)
	eight := YMM()
	VMOVDQU(Mem{Base: from}, eight)
	p.send(eight, rows, l, p.mask)
	XORQ(U32(255), p.mask)
	p.send(eight, spill, right, p.mask)
	ADDQ(Imm(32), from)
	SUBQ(Imm(8), count)
	JGE(LabelRef("eight"))
	Label("few")
	ADDQ(Imm(8), count)
	JZ(LabelRef("done"))
	Label("row")
	XORQ(high, high)
	MOVLQSX(Mem{Base: from}, row)
	VUCOMISD(Mem{Base: values, Index: row, Scale: 8}, threshold)
	SETCC(high.As8L()) // threshold ≥ value
	MOVL(row.As32(), Mem{Base: rows, Index: l, Scale: 4})
	MOVL(row.As32(), Mem{Base: spill, Index: right, Scale: 4})
	ADDQ(high, l)
	XORQ(Imm(1), high)
	ADDQ(high, right)
	ADDQ(Imm(4), from)
	DECQ(count)
	JNZ(LabelRef("row"))
	Label("done")
	Store(l, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// prefetch asks for the cache lines of size bytes.
func prefetch() {
	kernel("prefetch", "func(data *float64, size int)")
	data, size := Load(Param("data"), GP64()), Load(Param("size"), GP64())
	Label("line")
	PREFETCHT0(Mem{Base: data})
	ADDQ(Imm(64), data)
	SUBQ(Imm(64), size)
	JG(LabelRef("line"))
	RET()
}
