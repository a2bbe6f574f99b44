package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"drfvi/importance/inference"
	"drfvi/results"
)

// environment describes the program and what it runs on.
func environment() string {
	e := results.CurrentEnvironment()
	e.Machine = results.CurrentMachine()
	var b strings.Builder
	fmt.Fprintf(&b, "drfvi %s\n", e.Drfvi)
	for _, line := range [][2]string{
		{"inference", inference.Version},
		{"revision", e.Revision},
		{"go", e.Go},
		{"system", strings.TrimSpace(e.OS + "/" + e.Arch + " " + e.Level)},
		{"processor", e.CPU},
		{"instructions", strings.Join(e.Features, " ")},
	} {
		if line[1] != "" {
			fmt.Fprintf(&b, "  %-12s %s\n", line[0], line[1])
		}
	}
	for _, path := range slices.Sorted(maps.Keys(e.Modules)) {
		fmt.Fprintf(&b, "  %-12s %s %s\n", "module", path, e.Modules[path])
	}
	return b.String()
}
