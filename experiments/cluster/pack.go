package cluster

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"drfvi/experiments"
)

// Margins of the forecast. A worker at its time limit hands back the rest; one at its memory limit
// costs a unit an attempt.
const (
	timeFactor   = 2
	timeMargin   = 10 * time.Minute // start of the program, slow file system, last unit
	memoryFactor = 1.5
	memoryMargin = 200 << 20 // the program and its garbage
	leastMemory  = 256 << 20
)

// pack divides units into chunks of about equal work, and these into arrays by required memory, a
// power of two. A chunk holds the work of a job within Settings.Chunk, longest unit first. most
// is the largest number of jobs in an array.
func pack(units []experiments.PlannedUnit, s Settings, most int) []Array {
	classes := make(map[int64][]experiments.PlannedUnit)
	for _, u := range units {
		classes[memoryOf(u, s.Cores)] = append(classes[memoryOf(u, s.Cores)], u)
	}
	var all []Array
	for memory, of := range classes {
		for part := range slices.Chunk(packOne(of, s), most) {
			a := Array{Chunks: len(part), Memory: memory, Work: part}
			for _, c := range part {
				planned := time.Duration(c.Seconds * float64(time.Second))
				a.Planned += planned
				a.Time = max(a.Time, (timeFactor*planned/time.Duration(s.Cores) + timeMargin).Round(time.Minute))
			}
			all = append(all, a)
		}
	}
	// The array with most work first, independently of map order.
	slices.SortStableFunc(all, func(a, b Array) int {
		return cmp.Or(cmp.Compare(b.Memory, a.Memory), cmp.Compare(b.Planned, a.Planned))
	})
	for i := range all {
		all[i].Name = strconv.Itoa(i + 1)
	}
	return all
}

// memoryOf is the memory of a job with units like u.
func memoryOf(u experiments.PlannedUnit, cores int) int64 {
	const most = 1 << 62 // doubling beyond it would never reach
	need := int64(min(float64(memoryFactor*float64(u.Bytes)*float64(cores))+memoryMargin, most))
	class := int64(leastMemory)
	for class < need {
		class *= 2
	}
	return class
}

// packOne gives each unit, longest first, to the chunk with least work so far.
func packOne(units []experiments.PlannedUnit, s Settings) []Chunk {
	units = slices.Clone(units)
	slices.SortStableFunc(units, func(a, b experiments.PlannedUnit) int { return cmp.Compare(b.Time, a.Time) })
	var all time.Duration
	for _, u := range units {
		all += u.Time
	}
	target := s.Chunk * time.Duration(s.Cores)
	number := max(1, min(len(units), int((all+target-1)/target)))
	chunks := make([]Chunk, number)
	for _, u := range units {
		least := 0
		for i, c := range chunks {
			if cmp.Or(cmp.Compare(c.Seconds, chunks[least].Seconds), cmp.Compare(len(c.Units), len(chunks[least].Units))) < 0 {
				least = i
			}
		}
		chunks[least].Units = append(chunks[least].Units, u.Unit)
		chunks[least].Seconds += u.Time.Seconds()
	}
	return chunks
}
