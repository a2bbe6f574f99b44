package parquet

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"slices"
	"testing"
)

var mutations = flag.Int("mutations", 20, "damaged files that TestMutations makes of each file of the tests")

// mutate damages data in one of five ways, several times for some of them.
func mutate(rng *rand.Rand, data []byte) []byte {
	damaged := bytes.Clone(data)
	place := func() int { return rng.IntN(len(damaged)) }
	span := func() (from, to int) {
		from = place()
		return from, min(from+1+rng.IntN(64), len(damaged))
	}
	switch rng.IntN(5) {
	case 0: // flip bits
		for range 1 + rng.IntN(4) {
			damaged[place()] ^= 1 << rng.IntN(8)
		}
	case 1: // replace bytes
		for range 1 + rng.IntN(8) {
			damaged[place()] = byte(rng.IntN(256))
		}
	case 2: // leave the middle out, so that both ends stay
		from, to := span()
		damaged = slices.Delete(damaged, from, to)
	case 3: // copy a range elsewhere
		from, to := span()
		damaged = slices.Insert(damaged, place(), damaged[from:to]...)
	case 4: // make a number of variable length, of a header or of a run, one of up to five bytes
		number := []byte{0xff, 0xff, 0xff, 0xff, 0x0f}
		copy(damaged[place():], number[rng.IntN(4):])
	}
	if rng.IntN(8) == 0 {
		damaged = damaged[:rng.IntN(len(damaged)+1)]
	}
	return damaged
}

// TestMutations: whatever is altered in a file, reading it ends, without a panic, and allocates no more than its budget
// and a little. With -mutations 850 it reads 17 000 files, and -v tells the most memory that was resident.
func TestMutations(t *testing.T) {
	const most = 300 << 20
	decoded := 0
	for name, data := range files(t) {
		for k := range *mutations {
			damaged := mutate(rand.New(rand.NewPCG(uint64(k), 7)), data)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if readAll(t, fmt.Sprintf("%s, mutation %d", name, k), damaged, int64(100*len(damaged)+256<<20)) {
				decoded++
			}
			runtime.ReadMemStats(&after)
			if got := after.TotalAlloc - before.TotalAlloc; got > most {
				t.Errorf("%s, mutation %d: %d bytes were allocated, at most %d expected", name, k, got, most)
			}
		}
	}
	if decoded == 0 {
		t.Error("no damaged file could be read in part, expected some")
	}
	status, err := os.ReadFile("/proc/self/status")
	if err == nil {
		t.Logf("%d files were read in part; resident at most: %s", decoded, regexp.MustCompile(`VmHWM:.*`).Find(status))
	}
}
