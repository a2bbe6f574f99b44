// Command gen writes the assembly kernels of package simd. Run it with
// go generate in the folder above.
package main

import . "github.com/mmcloughlin/avo/build"

func main() {
	scan20()
	square20()
	centre20()
	features12()
	divide("divide", true)
	divide("moveToFront", false)
	pick()
	split()
	order16()
	prefetch()
	sparseRow8()
	addTo()
	addRows()
	addScaled()
	decay()
	dot()
	dots()
	Generate()
}
