// Command gen writes the assembly kernels of package simd. Run it with
// go generate in the folder above.
package main

import . "github.com/mmcloughlin/avo/build"

func main() {
	scan20()
	square20()
	centre20()
	features12()
	divide()
	pick()
	present()
	split()
	order16()
	prefetch()
	sparseRow8()
	add()
	addRows()
	subtract()
	dot()
	Generate()
}
