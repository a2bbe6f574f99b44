//go:build !amd64

package simd

import "testing"

// eachWidth runs a test with the only kernels that there are.
func eachWidth(t *testing.T, test func(t *testing.T)) { test(t) }
