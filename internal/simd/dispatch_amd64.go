package simd

import "golang.org/x/sys/cpu"

// vectorised reports whether the assembly kernels are used.
var vectorised = cpu.X86.HasAVX2 && cpu.X86.HasFMA && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT
