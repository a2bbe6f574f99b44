// Package elementary holds exponentials, logarithms and related functions that return the
// same bits on every processor.
//
// Those of math do not: its exponential is written for each processor, and compilers for
// some fuse products with sums. Here every fused operation is spelled out as math.FMA,
// exact everywhere, and a conversion rounds every other product before it is added. Tests
// hold the values to those of math on amd64 with FMA.
//
// The methods are those of Go's math and gonum's mathext, under the licences in this folder;
// each file names its source.
package elementary
