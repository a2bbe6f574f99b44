// Package simd holds the inner loops of growing forests, of summing their predictions and of
// Gaussian processes.
//
// Every kernel exists in Go and in assembly for AVX2 with FMA, chosen at run time. Both do
// the same operations on the same numbers in the same order, lane by lane, so that they
// agree to the last bit; tests hold them to that. The Go twins spell out fused
// multiply-adds (math.FMA is exact on every platform) and keep other products from being
// fused by conversions. Kernels for AVX-512 were no faster.
package simd

// The declarations of the kernels, and stubs for other processors.
//go:generate sh -c "cd gen && go run . -out ../kernels_amd64.s -stubs ../kernels_amd64.go -pkg simd"
//go:generate sh -c "(echo '//go:build !amd64'; echo; sed -e '/^.*noescape/d' -e '/^func/s/$/ { panic(missing) }/' kernels_amd64.go) > kernels_other.go && gofmt -w kernels_other.go"

// Width is the number of floats to a multiple of which vectors are padded.
const Width = 4

// Pad rounds a number of floats up to a multiple of Width.
func Pad(n int) int { return (n + Width - 1) &^ (Width - 1) }

// tunedStride is the stride with kernels of its own in scan and centre: B = 10
// frequencies, as in every preset.
const tunedStride = 20

// Instructions names the vector instructions in use, for records.
func Instructions() string {
	if vectorised {
		return "avx2+fma"
	}
	return "none"
}

// Scan adds up rows of features in the given order. With S_k the sum of the first k+1 rows, it
// returns the maximum of coefficients[k]·‖S_k‖², and the first k that attains it. Both are 0 if
// none is positive. Row i is features[i·stride : (i+1)·stride], the stride a
// multiple of four. order and coefficients have equal lengths, a multiple of four: pad with
// any row and with zeros.
func Scan(features []float64, stride int, order []int32, coefficients []float64) (best float64, place int) {
	if len(order) != len(coefficients) || len(order)%Width != 0 || stride%Width != 0 {
		panic("simd: Scan of unpadded rows")
	}
	if len(order) == 0 {
		return 0, 0
	}
	if !vectorised || stride != tunedStride {
		return scanGo(features, stride, order, coefficients)
	}
	return scan20(&features[0], &order[0], &coefficients[0], len(order))
}

// Square returns the squared length of the sum of the given rows of features, bit for bit
// as Scan multiplies it with the last coefficient.
func Square(features []float64, stride int, order []int32) float64 {
	if stride%Width != 0 {
		panic("simd: Square of unpadded rows")
	}
	if len(order) == 0 {
		return 0
	}
	if !vectorised || stride != tunedStride {
		return squareGo(features, stride, order)
	}
	return square20(&features[0], &order[0], len(order))
}

// Centre stores the rows "from" of src less their mean in the rows "to" of dst, which may
// be src.
func Centre(dst []float64, to []int32, src []float64, from []int32, stride int) {
	if stride%Width != 0 || len(to) != len(from) {
		panic("simd: Centre of unpadded rows, or of different numbers of them")
	}
	if len(to) == 0 {
		return
	}
	if !vectorised || stride != tunedStride {
		centreGo(dst, to, src, from, stride)
		return
	}
	centre20(&dst[0], &to[0], &src[0], &from[0], len(to))
}

// Features stores, for each of the given rows of z, cos(ω_bᵀz) for b < B, then sin(ω_bᵀz) for b
// < B, then zeros up to the stride. The stride is a multiple of four and at least 2B. A row of
// z has d numbers, and row i is stored at dst[i·stride : (i+1)·stride]. The rows ascend; the
// row after one of them may be overwritten. omega holds ω by outputs: output k of frequency b
// at index k·P + b, P being B rounded up to a multiple of four, with zeros in the padding. dst
// extends Width numbers beyond the last row.
func Features(dst []float64, stride, b int, rows []int32, z []float64, d int, omega []float64) {
	padded := Pad(b)
	if stride%Width != 0 || stride < 2*b || len(omega) != d*padded {
		panic("simd: Features of wrong sizes")
	}
	if len(rows) == 0 {
		return
	}
	// Whole registers are stored, up to index b+11 of a row.
	if !vectorised || padded != 12 || b+12 > stride+Width {
		featuresGo(dst, stride, b, rows, z, d, omega, padded)
		return
	}
	_ = dst[(int(rows[len(rows)-1])+1)*stride+Width-1]
	features12(&dst[0], uintptr(8*stride), uintptr(8*b), &rows[0], len(rows), &z[0], d, &omega[0])
}

// Slack is the spare length of lists beyond their end, since kernels store whole registers.
const Slack = 8

// Divide moves, in each of the given lists of count ids, those whose side is 1 to the front, in
// their order. If others is true, those whose side is 0 follow in their order; otherwise
// arbitrary ids of the list follow. List l is ids[l·stride:][:count]; the Slack ids beyond it
// are kept, but must be ids too, with a side. spill is scratch of length count+Slack.
func Divide(ids []int32, stride int, lists []int32, count int, spill []int32, side []byte, others bool) {
	if len(spill) < count+Slack {
		panic("simd: Divide with too little scratch")
	}
	for _, l := range lists {
		if int(l)*stride+count+Slack > len(ids) {
			panic("simd: Divide of a list without space behind it")
		}
	}
	if len(lists) == 0 || count == 0 {
		return
	}
	switch {
	case !vectorised:
		divideGo(ids, stride, lists, count, spill, side)
	case others:
		divide(&ids[0], uintptr(4*stride), &lists[0], len(lists), count, &spill[0], &side[0])
	default:
		moveToFront(&ids[0], uintptr(4*stride), &lists[0], len(lists), count, &spill[0], &side[0])
	}
}

// Pick stores in dst the ids whose row has flag 1, not 0, in their order: ids[k] if
// flags[rows[k]] is 1. It returns their number. dst has Slack entries more, undefined
// beyond the result.
func Pick(dst, ids, rows []int32, flags []byte) int {
	if len(rows) != len(ids) {
		panic("simd: Pick from different numbers of ids and rows")
	}
	if len(ids) == 0 {
		return 0
	}
	if !vectorised {
		return pickGo(dst, ids, rows, flags)
	}
	return pick(&dst[0], &ids[0], &rows[0], &flags[0], len(ids))
}

// Split moves the rows with values[row] ≤ threshold to the front and stores the others in
// spill, keeping the order of both, and returns the number in front. spill has space for
// all rows. Entries of spill and rows beyond the results are undefined. No value is NaN.
func Split(rows, spill []int32, values []float64, threshold float64) int {
	if len(spill) < len(rows) {
		panic("simd: Split into a short list")
	}
	if len(rows) == 0 {
		return 0
	}
	if !vectorised {
		return splitGo(rows, spill, values, threshold)
	}
	return split(&rows[0], &spill[0], &values[0], threshold, len(rows))
}

// Most is the largest number of ids that Order takes.
const Most = 128

// OrderScratch is scratch space for Order.
type OrderScratch struct{ gathered, places [Most + 32]int16 }

// Order stores at most Most ids in dst in the order of the ranks of their rows, ids[k] in
// rows[k]. The ranks of a table's rows are all different, from 0 and less than 2¹⁵−1.
// Smaller ranks are counted: the work is quadratic, with a constant of a 64th. The Slack ids and
// rows beyond the last are read too, and these rows have ranks; dst has space for as many
// more.
func Order(dst, ids, rows []int32, ranks []int16, scratch *OrderScratch) {
	n := len(ids)
	if n > Most || len(dst) < n || len(rows) != n || min(cap(dst), cap(ids), cap(rows)) < n+Slack {
		panic("simd: Order of wrong sizes")
	}
	if n == 0 {
		return
	}
	if !vectorised {
		orderGo(dst, ids, rows, ranks, scratch.gathered[:])
		return
	}
	order16(&dst[0], &ids[0], &rows[0], &ranks[0], &scratch.gathered[0], &scratch.places[0], n)
}

// AddTo adds src to each of the given rows of dst. Row i is
// dst[i·stride : i·stride + len(src)]; the length of src is a multiple of four.
func AddTo(dst []float64, stride int, rows []int32, src []float64) {
	if len(src)%Width != 0 {
		panic("simd: AddTo of an unpadded vector")
	}
	switch {
	case len(src) == 0 || len(rows) == 0:
	case !vectorised:
		addToGo(dst, stride, rows, src)
	default:
		addTo(&dst[0], uintptr(8*stride), &rows[0], len(rows), &src[0], len(src))
	}
}

// AddRows adds the given rows of src to dst, in their order. Row i is
// src[i·stride : i·stride + len(dst)]; the length of dst is a multiple of four.
func AddRows(dst, src []float64, stride int, rows []int32) {
	if len(dst)%Width != 0 {
		panic("simd: AddRows to an unpadded vector")
	}
	switch {
	case len(dst) == 0 || len(rows) == 0:
	case !vectorised:
		addRowsGo(dst, src, stride, rows)
	default:
		addRows(&dst[0], &src[0], uintptr(8*stride), &rows[0], len(rows), len(dst))
	}
}

// AddScaled adds factor·x to dst, of the same length.
func AddScaled(dst []float64, factor float64, x []float64) {
	if len(dst) != len(x) {
		panic("simd: AddScaled to a vector of another length")
	}
	if whole := len(x) &^ (Width - 1); vectorised && whole > 0 {
		addScaled(&dst[0], factor, &x[0], whole)
		dst, x = dst[whole:], x[whole:]
	}
	addScaledGo(dst, factor, x)
}

// Decay replaces numbers that are at most 0, or NaN, by their exponentials, bit for bit as
// elementary.Exp.
func Decay(values []float64) {
	if whole := len(values) &^ (Width - 1); vectorised && whole > 0 {
		decay(&values[0], whole)
		values = values[whole:]
	}
	decayGo(values)
}

// Dot returns Σ a_i·b_i, summed in eight lanes. The length is a multiple of four.
func Dot(a, b []float64) float64 {
	if len(a) != len(b) || len(a)%Width != 0 {
		panic("simd: Dot of unpadded vectors")
	}
	if len(a) == 0 {
		return 0
	}
	if !vectorised {
		return dotGo(a, b)
	}
	return dot(&a[0], &b[0], len(a))
}

// Dots stores in products the inner product, as by Dot, of b with each of the given rows of
// a. Row i is a[i·stride : i·stride + len(b)].
func Dots(products, a []float64, stride int, rows []int32, b []float64) {
	if len(b)%Width != 0 || len(products) < len(rows) {
		panic("simd: Dots with an unpadded vector, or of more rows than products")
	}
	switch {
	case len(b) == 0:
		clear(products[:len(rows)])
	case len(rows) == 0:
	case !vectorised:
		dotsGo(products, a, stride, rows, b)
	default:
		dots(&products[0], &a[0], uintptr(8*stride), &rows[0], len(rows), &b[0], len(b))
	}
}

// Prefetch asks the processor to bring data into its cache, while it works on other data.
func Prefetch(data []float64) {
	if vectorised && len(data) > 0 {
		prefetch(&data[0], 8*len(data))
	}
}

// SparseWidth is the number of vectors that SparseRow multiplies at once.
const SparseWidth = 8

// SparseRow stores Σ_c values[c]·block[rows[c]] in dst, where row i of the
// block is block[8i : 8i+8].
func SparseRow(dst, block []float64, rows []int32, values []float64) {
	if len(dst) != SparseWidth || len(values) != len(rows) {
		panic("simd: SparseRow of wrong sizes")
	}
	switch {
	case len(rows) == 0:
		clear(dst)
	case !vectorised:
		sparseRowGo(dst, block, rows, values)
	default:
		sparseRow8(&dst[0], &block[0], &rows[0], &values[0], len(rows))
	}
}
