package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// measurements are those of one run of the benchmark.
type measurements struct {
	cpu    string // as go test names it
	cores  int    // that the benchmark ran on
	points []point
}

// point is what a method took for one size.
type point struct {
	method string
	size   [4]int // in the order of axes
	// seconds, bytes at the peak and bytes allocated, of one run; the median
	// over lines of one name.
	seconds, peak, allocated float64
}

// axes are the numbers that the sizes are made of: how a benchmark's name
// writes them, and what they are.
var axes = [4]struct{ key, name string }{{"n", "rows n"}, {"p", "inputs p"}, {"N", "trees N"}, {"d", "responses d"}}

// benchmarkName is the name of a point in the output, with the number of cores
// at its end, if it is not 1.
var benchmarkName = regexp.MustCompile(`^BenchmarkScaling/(\w+)/n=(\d+)/p=(\d+)/N=(\d+)/d=(\d+)(?:-(\d+))?$`)

// parse reads what go test prints. Other benchmarks are passed over.
func parse(r io.Reader) (measurements, error) {
	m := measurements{cores: 1}
	var all []point
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		line := lines.Text()
		fields := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "cpu: "):
			m.cpu = strings.TrimPrefix(line, "cpu: ")
		case strings.HasPrefix(line, "FAIL") || strings.HasPrefix(line, "--- FAIL") || strings.HasPrefix(line, "panic:"):
			return m, fmt.Errorf("line %d: the benchmark failed: %q", number, line)
		case len(fields) > 1 && strings.HasPrefix(line, "BenchmarkScaling/"):
			p, cores, err := parsePoint(fields)
			if err != nil {
				return m, fmt.Errorf("line %d: %w", number, err)
			}
			m.cores = cores
			all = append(all, p)
		}
	}
	if err := lines.Err(); err != nil {
		return m, err
	}
	if len(all) == 0 {
		return m, errors.New("found no result of BenchmarkScaling, expected what go test -bench prints of it")
	}
	m.points = medians(all)
	return m, nil
}

// parsePoint reads the fields of a line of results.
func parsePoint(fields []string) (p point, cores int, err error) {
	name := benchmarkName.FindStringSubmatch(fields[0])
	if name == nil {
		return p, 0, fmt.Errorf("found %q, expected a name like BenchmarkScaling/fit/n=500/p=20/N=200/d=2-2", fields[0])
	}
	p.method = name[1]
	for i := range axes {
		if p.size[i], err = strconv.Atoi(name[2+i]); err != nil || p.size[i] < 1 {
			return p, 0, fmt.Errorf("%s: %s is %s, expected a positive whole number", fields[0], axes[i].key, name[2+i])
		}
	}
	cores = 1
	if name[6] != "" {
		if cores, err = strconv.Atoi(name[6]); err != nil {
			return p, 0, fmt.Errorf("%s: found %s cores, expected a whole number", fields[0], name[6])
		}
	}
	for unit, to := range map[string]*float64{"ns/op": &p.seconds, "peak-B": &p.peak, "B/op": &p.allocated} {
		at := slices.Index(fields, unit)
		if at < 0 {
			return p, 0, fmt.Errorf("%s: found no %s, expected it (is -benchmem set?)", fields[0], unit)
		}
		if *to, err = strconv.ParseFloat(fields[at-1], 64); err != nil || !(*to > 0) {
			return p, 0, fmt.Errorf("%s: found %q %s, expected a positive number", fields[0], fields[at-1], unit)
		}
	}
	p.seconds /= 1e9
	return p, cores, nil
}

// medians joins points of one method and size, in the order of their first
// ones.
func medians(all []point) []point {
	type key struct {
		method string
		size   [4]int
	}
	var keys []key
	of := make(map[key][]point)
	for _, p := range all {
		k := key{p.method, p.size}
		if of[k] == nil {
			keys = append(keys, k)
		}
		of[k] = append(of[k], p)
	}
	var joined []point
	for _, k := range keys {
		middle := func(number func(point) float64) float64 {
			var numbers []float64
			for _, p := range of[k] {
				numbers = append(numbers, number(p))
			}
			slices.Sort(numbers)
			half := len(numbers) / 2
			return (numbers[half] + numbers[(len(numbers)-1)/2]) / 2
		}
		joined = append(joined, point{
			method: k.method, size: k.size,
			seconds:   middle(func(p point) float64 { return p.seconds }),
			peak:      middle(func(p point) float64 { return p.peak }),
			allocated: middle(func(p point) float64 { return p.allocated }),
		})
	}
	return joined
}
