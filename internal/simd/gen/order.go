package main

import (
	"fmt"
	"math/bits"

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
	LEAQ(beyond(), row)
	MOVQ(j, rank)
	SUBQ(count, rank)
	VPOR(Mem{Base: row, Index: rank, Scale: 2}, eight, eight)
	VMOVDQU(eight, Mem{Base: gathered, Index: j, Scale: 2, Disp: -16})
	VMOVDQU(beyond().Offset(16), eight)
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
		own, smaller := make([]VecVirtual, registers), make([]VecVirtual, registers)
		for g := range own {
			own[g], smaller[g] = YMM(), zero()
			loadEights(Mem{Base: gathered, Index: group, Scale: 2, Disp: 32 * g}, own[g])
		}
		XORQ(j, j)
		loop(label("rank"))
		for k := range 4 {
			other := YMM()
			VPBROADCASTW(Mem{Base: gathered, Index: j, Scale: 2, Disp: 2 * k}, other)
			for g := range own {
				greater := YMM() // −1 where it is
				VPCMPGTW(other, own[g], greater)
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

// beyond returns a read-only place that holds eight 16-bit zeros and eight times the
// largest number.
func beyond() Mem {
	const largest = 0x7fff7fff7fff7fff
	return lanes("beyond", 0, 0, largest, largest)
}

// sort16 stores count ids, more than 32, in the order of their rows' ranks, which
// leave the lowest shift bits of 16 free for the ids' numbers. Both together are
// gathered in registers, sixteen to each, and sorted there by a network that has no
// branches: in four or eight registers, 2^shift numbers. Then the numbers tell the
// ids.
//
// All is done in whole groups. What lies beyond the last rank is larger than any.
func sort16() {
	kernel("sort16", "func(dst, ids, rows *int32, ranks, keys *int16, shift, count int)")
	dst, ids, rows := Load(Param("dst"), GP64()), Load(Param("ids"), GP64()), Load(Param("rows"), GP64())
	ranks, keys := Load(Param("ranks"), GP64()), Load(Param("keys"), GP64())
	shift, count := XMM(), Load(Param("count"), GP64())
	Load(Param("shift"), shift)
	j, row, number := GP64(), GP64(), GP64()
	eight, key := XMM(), XMM()
	numbers := GP64()
	LEAQ(firstNumbers(), numbers)
	store := func(at int) {
		VPSLLW(shift, eight, key)
		VPOR(Mem{Base: numbers, Index: j, Scale: 2, Disp: 2 * at}, key, key)
		VMOVDQU(key, Mem{Base: keys, Index: j, Scale: 2, Disp: 2 * at})
	}
	XORQ(j, j)
	// Eight ranks to a store: what loads several stores at once has to wait.
	loop("eight")
	VPXOR(eight, eight, eight)
	for k := range 8 {
		MOVLQSX(Mem{Base: rows, Index: j, Scale: 4, Disp: 4 * k}, row)
		VPINSRW(Imm(uint64(k)), Mem{Base: ranks, Index: row, Scale: 2}, eight, eight)
	}
	store(0)
	ADDQ(Imm(8), j)
	CMPQ(j, count)
	JLT(LabelRef("eight"))
	// The last eight again, with all ones where no rank is.
	const ones = 1<<64 - 1
	tail := lanes("tail", 0, 0, ones, ones)
	LEAQ(tail, row)
	MOVQ(j, number)
	SUBQ(count, number)
	VPOR(Mem{Base: row, Index: number, Scale: 2}, eight, eight)
	store(-8)
	// The bits of a rank, and above all keys.
	rankBits := YMM()
	setRankBits := func() {
		VPCMPEQW(rankBits, rankBits, rankBits)
		VPSLLW(shift, rankBits, rankBits)
	}
	setRankBits()

	CMPQ(count, Imm(64))
	JLE(LabelRef("sort4"))
	for _, size := range []int{8, 4} {
		Label(fmt.Sprint("sort", size))
		// The last register that has keys may be half full.
		VMOVDQU(rankBits.AsX(), Mem{Base: keys, Index: j, Scale: 2})
		v := make([]VecVirtual, size)
		for r := range v {
			v[r] = YMM()
			load := func() { loadEights(Mem{Base: keys, Disp: 32 * r}, v[r]) }
			if r <= size/2 {
				load()
				continue
			}
			loaded := fmt.Sprintf("loaded%dof%d", r, size)
			VMOVDQA(rankBits, v[r])
			CMPQ(j, U32(uint32(16*r)))
			JLE(LabelRef(loaded))
			load()
			Label(loaded)
		}
		sortRegisters(v)
		// Number i of the sorted ones is in register i mod size.
		setRankBits() // no register was left to keep them in
		for r := range v {
			VPANDN(v[r], rankBits, v[r])
			VMOVDQU(v[r], Mem{Base: keys, Disp: 32 * r})
		}
		XORQ(j, j)
		send := fmt.Sprint("send", size)
		Label(send)
		for r := range v {
			MOVWLZX(Mem{Base: keys, Disp: 32 * r}, number.As32())
			MOVL(Mem{Base: ids, Index: number, Scale: 4}, row.As32())
			MOVL(row.As32(), Mem{Base: dst, Index: j, Scale: 4, Disp: 4 * r})
		}
		ADDQ(Imm(2), keys)
		ADDQ(Imm(uint64(size)), j)
		CMPQ(j, count)
		JLT(LabelRef(send))
		VZEROUPPER()
		RET()
	}
}

// firstNumbers returns a read-only place that holds 0, …, 127 in 16 bits each.
func firstNumbers() Mem {
	words := make([]uint64, 32)
	for i := range 128 {
		words[i/4] |= uint64(i) << (16 * (i % 4))
	}
	return lanes("firstNumbers", words...)
}

// sortRegisters sorts sixteen numbers of 16 bits in each of 2ᵐ registers,
// number i being in lane i/len(v) of register i mod len(v). It is Batcher's bitonic
// network in the form in which all runs ascend: to merge two runs of k/2 numbers,
// number i is exchanged with number i xor (k−1), the second run backwards, and then,
// for j = k/4, …, 1, with i xor j. The low bits of i tell the register, so that most
// exchanges need nothing but a minimum and a maximum.
func sortRegisters(v []VecVirtual) {
	size := len(v)
	for k := 2; k <= 16*size; k *= 2 {
		exchange(v, k-1)
		for j := k / 4; j > 0; j /= 2 {
			exchange(v, j)
		}
	}
}

// exchange puts numbers i and i xor flip in order, for all i.
func exchange(v []VecVirtual, flip int) {
	size := len(v)
	registers, lanes := flip%size, flip/size
	for r := range v {
		other := r ^ registers
		if other < r {
			continue
		}
		if lanes == 0 {
			low := YMM()
			VPMINUW(v[other], v[r], low)
			VPMAXUW(v[other], v[r], v[other])
			v[r] = low
			continue
		}
		a, b := v[r], v[other]
		v[r] = exchangeLanes(a, b, lanes)
		if other != r {
			v[other] = exchangeLanes(b, a, lanes)
		}
	}
}

// exchangeLanes returns the register in whose lanes are the smaller or the larger
// one of own and of the other register's lane xor flip.
func exchangeLanes(own, other VecVirtual, flip int) VecVirtual {
	moved, low, high := YMM(), YMM(), YMM()
	within := flip & 7
	switch within {
	case 0:
		VPERM2I128(Imm(1), other, other, moved)
	case 2:
		VPSHUFD(Imm(0b10110001), other, moved)
	case 4:
		VPSHUFD(Imm(0b01001110), other, moved)
	default:
		VPSHUFB(flipped(within), other, moved)
	}
	if within != 0 && flip&8 != 0 {
		VPERM2I128(Imm(1), moved, moved, moved)
	}
	VPMINUW(moved, own, low)
	VPMAXUW(moved, own, high)
	// The larger one goes where the highest bit of the flip is set.
	switch bits.Len(uint(flip)) {
	case 1:
		VPBLENDW(Imm(0b10101010), high, low, low)
	case 2:
		VPBLENDW(Imm(0b11001100), high, low, low)
	case 3:
		VPBLENDW(Imm(0b11110000), high, low, low)
	case 4:
		VPBLENDD(Imm(0b11110000), high, low, low)
	}
	return low
}

// flipped returns a read-only place for VPSHUFB that exchanges 16-bit lanes with
// those xor flip, in each half of a register.
func flipped(flip int) Mem {
	var half [2]uint64
	for lane := range 8 {
		from := uint64(lane ^ flip)
		half[lane/4] |= (2*from | (2*from+1)<<8) << (16 * (lane % 4))
	}
	return lanes(fmt.Sprint("flipped", flip), half[0], half[1], half[0], half[1])
}
