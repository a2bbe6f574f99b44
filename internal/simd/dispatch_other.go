//go:build !amd64

package simd

// There are no kernels for this processor.
const vectorised, missing = false, "simd: a kernel that does not exist"
