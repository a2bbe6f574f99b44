package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// order16 stores count ids in the order of their rows' ranks. The ranks are
// gathered; then for each how many are smaller is counted, which is its place; last,
// the ids are sent to their places. Some ranks stay in registers
// while every rank is compared with them: in four, then, for what is left, in two and
// in one. gathered and places are scratch.
//
// All is done in whole groups. Ranks beyond the last are larger than any, so that
// their ids are all sent to the place behind the last one.
func order16() {
	kernel("order16", "func(dst, ids, rows *int32, ranks, gathered, places *int16, count int)")
	dst, ids, rows := Load(Param("dst"), GP64()), Load(Param("ids"), GP64()), Load(Param("rows"), GP64())
	ranks, gathered, places := Load(Param("ranks"), GP64()), Load(Param("gathered"), GP64()), Load(Param("places"), GP64())
	count := Load(Param("count"), GP64())
	j, row, rank := GP64(), GP64(), GP64()
	XORQ(j, j)
	eight := XMM()
	// Eight ranks to a store: stores of 16 bits are slow, and so is what loads
	// several of them at once.
	Label("eight")
	VPXOR(eight, eight, eight)
	for k := range 8 {
		MOVLQSX(Mem{Base: rows, Index: j, Scale: 4, Disp: 4 * k}, row)
		VPINSRW(Imm(uint64(k)), Mem{Base: ranks, Index: row, Scale: 2}, eight, eight)
	}
	VMOVDQU(eight, Mem{Base: gathered, Index: j, Scale: 2})
	ADDQ(Imm(8), j)
	CMPQ(j, count)
	JLT(LabelRef("eight"))
	// The last eight again, with all ones but the sign where no rank is.
	LEAQ(largest16(), row)
	MOVQ(j, rank)
	SUBQ(count, rank)
	VPOR(Mem{Base: row, Index: rank, Scale: 2}, eight, eight)
	VMOVDQU(eight, Mem{Base: gathered, Index: j, Scale: 2, Disp: -16})
	VMOVDQU(largest16().Offset(16), eight)
	VMOVDQU(eight, Mem{Base: gathered, Index: j, Scale: 2})

	group := GP64()
	XORQ(group, group)
	blocks := []int{4, 2, 1}
	for b, registers := range blocks {
		label := func(name string) string { return fmt.Sprint(name, b) }
		Label(label("block"))
		MOVQ(count, row)
		SUBQ(group, row)
		// As many registers as there are ranks for, the last of them in part.
		CMPQ(row, U32(uint32(16*(registers-1))))
		if b+1 < len(blocks) {
			JLE(LabelRef(fmt.Sprint("block", b+1)))
		} else {
			JLE(LabelRef("counted"))
		}
		ranked, smaller := make([]VecVirtual, registers), make([]VecVirtual, registers)
		for g := range ranked {
			ranked[g], smaller[g] = YMM(), zero()
			loadEights(Mem{Base: gathered, Index: group, Scale: 2, Disp: 32 * g}, ranked[g])
		}
		XORQ(j, j)
		loop(label("rank"))
		for k := range 4 {
			other := YMM()
			VPBROADCASTW(Mem{Base: gathered, Index: j, Scale: 2, Disp: 2 * k}, other)
			for g := range ranked {
				greater := YMM() // −1 where it is
				VPCMPGTW(other, ranked[g], greater)
				VPSUBW(greater, smaller[g], smaller[g])
			}
		}
		ADDQ(Imm(4), j)
		CMPQ(j, count)
		JLT(LabelRef(label("rank")))
		for g, s := range smaller {
			VMOVDQU(s, Mem{Base: places, Index: group, Scale: 2, Disp: 32 * g})
		}
		ADDQ(U32(uint32(16*registers)), group)
		JMP(LabelRef(label("block")))
	}

	Label("counted")
	XORQ(j, j)
	loop("scatter")
	for k := range 4 {
		MOVWLZX(Mem{Base: places, Index: j, Scale: 2, Disp: 2 * k}, rank.As32())
		MOVL(Mem{Base: ids, Index: j, Scale: 4, Disp: 4 * k}, row.As32())
		MOVL(row.As32(), Mem{Base: dst, Index: rank, Scale: 4})
	}
	ADDQ(Imm(4), j)
	CMPQ(j, count)
	JLT(LabelRef("scatter"))
	VZEROUPPER()
	RET()
}

// loadEights loads a register that was stored in parts of 16 bytes, in the same
// parts: what has just been stored is there only as it was stored.
func loadEights(from Mem, to VecVirtual) {
	VMOVDQU(from, to.AsX())
	VINSERTI128(Imm(1), from.Offset(16), to, to)
}

// largest16 returns a read-only place that holds eight 16-bit zeros and eight times the
// largest number.
func largest16() Mem {
	const largest = 0x7fff7fff7fff7fff
	return lanes("beyond", 0, 0, largest, largest)
}
