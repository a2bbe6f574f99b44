package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// kernel begins a function that keeps none of its pointers.
func kernel(name, signature string) {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
}

// zeros returns n registers that hold zeros.
func zeros(n int) []VecVirtual {
	registers := make([]VecVirtual, n)
	for i := range registers {
		registers[i] = YMM()
		VXORPD(registers[i], registers[i], registers[i])
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

// constant returns a read-only place that holds the number four times.
func constant(name string, v float64) Mem {
	bits := math.Float64bits(v)
	return lanes(name, bits, bits, bits, bits)
}

// lanes returns a read-only place that holds four 64-bit words.
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
