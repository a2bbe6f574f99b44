package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// kernel begins a function that keeps none of its pointers.
func kernel(name, signature string) {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
}

// loop begins a loop at the start of a cache line: where the long ones lie
// changes their speed by a quarter.
func loop(name string) {
	Instruction(&ir.Instruction{Opcode: "PCALIGN", Operands: []Op{Imm(64)}})
	Label(name)
}

// zero returns a register that holds zeros.
func zero() VecVirtual {
	r := YMM()
	VPXOR(r, r, r)
	return r
}

// zeros returns n registers of four numbers that hold zeros.
func zeros(n int) []VecVirtual {
	registers := make([]VecVirtual, n)
	for i := range registers {
		registers[i] = zero()
	}
	return registers
}

// lanesTotal returns (lane 0 + lane 1) + (lane 2 + lane 3).
func lanesTotal(v VecVirtual) Register {
	high, pair, other := XMM(), XMM(), XMM()
	VEXTRACTF128(Imm(1), v, high)
	VHADDPD(high, v.AsX(), pair) // (lane 0 + lane 1, lane 2 + lane 3)
	VPERMILPD(Imm(1), pair, other)
	VADDSD(other, pair, pair)
	return pair
}

var globals = map[string]Mem{}

// constant returns a read-only place that holds the number as often as a
// register does.
func constant(name string, v float64) Mem { return words(name, math.Float64bits(v)) }

// words returns a read-only place that holds a 64-bit word as often as a
// register does.
func words(name string, word uint64) Mem {
	return lanes(name, word, word, word, word)
}

// negative returns −n as a 64-bit word.
func negative(n int64) uint64 { return uint64(-n) }

// lanes returns a read-only place that holds the 64-bit words.
func lanes(name string, words ...uint64) Mem {
	if place, ok := globals[name]; ok {
		return place
	}
	place := GLOBL(name, RODATA|NOPTR)
	for i, word := range words {
		DATA(8*i, U64(word))
	}
	globals[name] = place
	return place
}
