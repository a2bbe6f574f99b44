package simd

import "golang.org/x/sys/cpu"

// vectorised tells whether the assembly kernels are used.
var vectorised = cpu.X86.HasAVX2 && cpu.X86.HasFMA && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT

// hasWide tells whether those of AVX-512 can be used.
var hasWide = vectorised && cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ

// wide tells whether they are, where there are any. VBMI2, which none of them
// needs, came with the processors on which wide registers no longer slow the
// clock by much (Ice Lake, Zen 4).
var wide = hasWide && cpu.X86.HasAVX512VBMI2
