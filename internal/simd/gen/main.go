// Command gen writes the assembly kernels of package simd. Run it with
// go generate in the folder above.
package main

import . "github.com/mmcloughlin/avo/build"

func main() {
	scan20()
	square20()
	centre20()
	features12("features12", YMM, YMM, YMM)
	features12("features12Wide", ZMM, YMM)
	divide("divide", true)
	divide("moveToFront", false)
	pick()
	split()
	sort16()
	order16("order16", YMM, 4, 2, 1)
	order16("order16Wide", ZMM, 2, 1)
	prefetch()
	sparseRow8()
	addTo()
	addRows("addRows", YMM)
	addRows("addRowsWide", ZMM)
	subtract()
	dot()
	dots()
	Generate()
}
