//go:build !amd64

package simd

// There are no kernels for this processor.
const vectorised, wide, missing = false, false, "simd: a kernel that does not exist"
