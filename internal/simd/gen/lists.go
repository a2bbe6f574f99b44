package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// divide sends count ids to the left or right list by their side, 1 for left,
// and returns how many went left. Eight at a time: their sides make a mask, the
// first the highest bit, and a table tells for every mask which of the eight
// move to the front. There is no branch to mispredict, and one store for eight
// ids of each list. The last few ids are stored in both lists one by one.
func divide() {
	kernel("divide", "func(left, right, ids *int32, side *byte, count int) int")
	left, right, ids := Load(Param("left"), GP64()), Load(Param("right"), GP64()), Load(Param("ids"), GP64())
	side, count := Load(Param("side"), GP64()), Load(Param("count"), GP64())
	table, id, s, mask := GP64(), GP64(), GP64(), GP64()
	LEAQ(fronts(), table)
	// The right list moves along with the ids; gone, the negative number of
	// those on the left, leads back to its end.
	l, gone := GP64(), GP64()
	XORQ(l, l)
	XORQ(gone, gone)
	loop("eight")
	CMPQ(count, Imm(8))
	JLT(LabelRef("one"))
	eight, front, back := YMM(), YMM(), YMM()
	VMOVDQU(Mem{Base: ids}, eight)
	MOVL(Mem{Base: ids}, id.As32())
	MOVBQZX(Mem{Base: side, Index: id, Scale: 1}, mask)
	for k := 1; k < 8; k++ {
		MOVL(Mem{Base: ids, Disp: 4 * k}, id.As32())
		MOVBQZX(Mem{Base: side, Index: id, Scale: 1}, s)
		LEAQ(Mem{Base: s, Index: mask, Scale: 2}, mask)
	}
	POPCNTQ(mask, s)
	VPMOVZXBD(Mem{Base: table, Index: mask, Scale: 8}, front)
	XORQ(U32(255), mask)
	VPMOVZXBD(Mem{Base: table, Index: mask, Scale: 8}, back)
	VPERMD(eight, front, front)
	VPERMD(eight, back, back)
	VMOVDQU(front, Mem{Base: left, Index: l, Scale: 4})
	VMOVDQU(back, Mem{Base: right, Index: gone, Scale: 4})
	ADDQ(s, l)
	SUBQ(s, gone)
	ADDQ(Imm(32), ids)
	ADDQ(Imm(32), right)
	SUBQ(Imm(8), count)
	JMP(LabelRef("eight"))
	Label("one")
	TESTQ(count, count)
	JZ(LabelRef("done"))
	MOVL(Mem{Base: ids}, id.As32())
	MOVBQZX(Mem{Base: side, Index: id, Scale: 1}, s)
	MOVL(id.As32(), Mem{Base: left, Index: l, Scale: 4})
	MOVL(id.As32(), Mem{Base: right, Index: gone, Scale: 4})
	ADDQ(s, l)
	SUBQ(s, gone)
	ADDQ(Imm(4), ids)
	ADDQ(Imm(4), right)
	DECQ(count)
	JMP(LabelRef("one"))
	Label("done")
	Store(l, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// fronts returns a read-only table of the places, a byte each, of the ones of
// every mask of eight bits, counted from the highest; what follows is 0.
func fronts() Mem {
	table := GLOBL("fronts", RODATA|NOPTR)
	for mask := range 256 {
		places, found := uint64(0), 0
		for k := range 8 {
			if mask>>(7-k)&1 == 1 {
				places |= uint64(k) << (8 * found)
				found++
			}
		}
		DATA(8*mask, U64(places))
	}
	return table
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
	loop("row")
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
	loop("row")
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
// each group of 32 stays in registers of the given kinds while every rank is
// compared with it. Last, the ids are sent to their places. gathered and places are scratch.
func order16(name string, kinds ...func() VecVirtual) {
	kernel(name, "func(dst, ids, rows *int32, ranks, gathered, places *int16, count int)")
	dst, ids, rows := Load(Param("dst"), GP64()), Load(Param("ids"), GP64()), Load(Param("rows"), GP64())
	ranks, gathered, places := Load(Param("ranks"), GP64()), Load(Param("gathered"), GP64()), Load(Param("places"), GP64())
	count := Load(Param("count"), GP64())
	j, row, rank, left := GP64(), GP64(), GP64(), GP64()
	XORQ(j, j)
	MOVQ(count, left)
	// Eight ranks to a store: stores of 16 bits are slow.
	loop("eight")
	SUBQ(Imm(8), left)
	JLT(LabelRef("few"))
	eight := XMM()
	VPXOR(eight, eight, eight)
	for k := range 8 {
		MOVLQSX(Mem{Base: rows, Index: j, Scale: 4, Disp: 4 * k}, row)
		VPINSRW(Imm(uint64(k)), Mem{Base: ranks, Index: row, Scale: 2}, eight, eight)
	}
	VMOVDQU(eight, Mem{Base: gathered, Index: j, Scale: 2})
	ADDQ(Imm(8), j)
	JMP(LabelRef("eight"))
	Label("few")
	CMPQ(j, count)
	JEQ(LabelRef("gathered"))
	Label("gather")
	MOVLQSX(Mem{Base: rows, Index: j, Scale: 4}, row)
	MOVWLZX(Mem{Base: ranks, Index: row, Scale: 2}, rank.As32())
	MOVW(rank.As16(), Mem{Base: gathered, Index: j, Scale: 2})
	INCQ(j)
	CMPQ(j, count)
	JNE(LabelRef("gather"))
	Label("gathered")
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
	own, smaller := make([]VecVirtual, len(kinds)), make([]VecVirtual, len(kinds))
	for g, kind := range kinds {
		own[g] = kind()
		load16(Mem{Base: gathered, Index: group, Scale: 2, Disp: 32 * g}, own[g])
		smaller[g] = zero(kind)
	}
	XORQ(j, j)
	loop("rank")
	for k := range 4 {
		other := kinds[0]()
		VPBROADCASTW(Mem{Base: gathered, Index: j, Scale: 2, Disp: 2 * k}, other)
		for g, kind := range kinds {
			if wide(other) {
				greater := K()
				VPCMPGTW(other, own[g], greater)
				VPADDW(words("ones16", 0x0001000100010001), smaller[g], greater, smaller[g])
			} else {
				greater := kind() // −1 where it is
				VPCMPGTW(other, own[g], greater)
				VPSUBW(greater, smaller[g], smaller[g])
			}
		}
	}
	ADDQ(Imm(4), j)
	CMPQ(j, count)
	JLT(LabelRef("rank"))
	for g, s := range smaller {
		store16(s, Mem{Base: places, Index: group, Scale: 2, Disp: 32 * g})
	}
	ADDQ(Imm(32), group)
	CMPQ(group, count)
	JLT(LabelRef("group"))

	XORQ(j, j)
	loop("scatter")
	MOVWLZX(Mem{Base: places, Index: j, Scale: 2}, rank.As32())
	MOVL(Mem{Base: ids, Index: j, Scale: 4}, row.As32())
	MOVL(row.As32(), Mem{Base: dst, Index: rank, Scale: 4})
	INCQ(j)
	CMPQ(j, count)
	JNE(LabelRef("scatter"))
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
