package simd

import "testing"

// eachWidth runs a test with the kernels of AVX2 and, where there are any, with
// those of AVX-512.
func eachWidth(t *testing.T, test func(t *testing.T)) {
	defer func(w bool) { wide = w }(wide)
	wide = false
	t.Run("avx2", test)
	if !hasWide {
		t.Log("no AVX-512 here: its kernels are not tested")
		return
	}
	wide = true
	t.Run("avx512", test)
}
