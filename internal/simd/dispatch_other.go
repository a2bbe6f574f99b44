//go:build !amd64

package simd

// Instructions names the vector instructions in use, for records of results.
func Instructions() string { return "none" }

func scan(features []float64, stride int, order []int32, coefficients []float64) (float64, int) {
	return scanGo(features, stride, order, coefficients)
}

func square(features []float64, stride int, order []int32) float64 {
	return squareGo(features, stride, order)
}

func centre(dst []float64, to []int32, src []float64, from []int32, stride int) {
	centreGo(dst, to, src, from, stride)
}

func computeFeatures(dst []float64, stride, b int, rows []int32, z []float64, d int, omega []float64, padded int) {
	featuresGo(dst, stride, b, rows, z, d, omega, padded)
}

func divideIDs(ids []int32, stride int, lists []int32, count int, spill []int32, side []byte, _ bool) {
	divideGo(ids, stride, lists, count, spill, side)
}

func orderIDs(dst, ids, rows []int32, ranks []int16, scratch *OrderScratch) {
	orderGo(dst, ids, rows, ranks, scratch.gathered[:])
}

func addToSeveral(dst []float64, stride int, rows []int32, src []float64) {
	addToGo(dst, stride, rows, src)
}

func addSeveral(dst, src []float64, stride int, rows []int32) { addRowsGo(dst, src, stride, rows) }

func subtractVectors(dst, a, b []float64) { subtractGo(dst, a, b) }

func dotProduct(a, b []float64) float64 { return dotGo(a, b) }

func dotProducts(products, a []float64, stride int, rows []int32, b []float64) {
	dotsGo(products, a, stride, rows, b)
}

func fetch([]int16) {}

func multiplySparseRow(dst, block []float64, rows []int32, values []float64) {
	sparseRowGo(dst, block, rows, values)
}
