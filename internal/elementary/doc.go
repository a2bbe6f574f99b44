// Package elementary holds exponentials, logarithms and their like whose values are
// the same to the last bit on every processor.
//
// Those of math are not: its exponential is written for each processor, and compilers
// for some fuse products with sums. Here every fused operation is spelled out as
// math.FMA, which is exact everywhere, and every other product is rounded by a
// conversion before it is added to. The values are those that math has on amd64 with
// FMA; tests hold them to that.
//
// The methods are those of Go's math and of gonum's mathext, under the licences beside
// them; each file names its source.
package elementary
