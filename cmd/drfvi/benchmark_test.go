package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestBenchmarkTests compares the table of tests of others in docs/benchmark.md with the
// records: the share of active inputs found at 5 %, in the aspect that the line names.
func TestBenchmarkTests(t *testing.T) {
	code, text, stderr := call(context.Background(), "export", "--results", root+"/results/adapters", "tests")
	if code != codeDone {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	place := func(column string) int { return slices.Index(rows[0], column) }
	type key struct{ scenario, method, input string }
	found, tables := map[key]int{}, map[key]int{}
	for _, row := range rows[1:] {
		if row[place("value")] != "p" {
			continue
		}
		p, err := strconv.ParseFloat(row[place("number")], 64)
		if err != nil {
			t.Fatal(err)
		}
		k := key{row[place("scenario")], row[place("method")], row[place("variable")]}
		if tables[k]++; p <= 0.05 {
			found[k]++
		}
	}
	names := []string{"stacked", "loco-t", "stacked-mean", "gcm-ranger", "residual-dcov", "kernel-test", "partial-f"}
	means := make([]float64, len(names))
	line := func(title string, shares []float64) string {
		text := "| " + title + " |"
		for _, share := range shares {
			text += fmt.Sprintf(" %.0f %% |", math.Floor(share+0.5))
		}
		return text + "\n"
	}
	designs := []struct {
		title, scenario string
		active          []string
	}{
		{"a mean (`linear-weak`)", "linear-weak", []string{"X1", "X2"}},
		{"a spread (`motivating`)", "motivating", []string{"X2"}},
		{"tails (`tail`)", "tail", []string{"X1"}},
		{"a dependence (`copula`)", "copula", []string{"X1"}},
		{"a mean, by two inputs together (`xor`)", "xor", []string{"X1", "X2"}},
		{"means, by correlated inputs (`linear-correlated`)", "linear-correlated", []string{"X1", "X2"}},
	}
	want := ""
	for _, d := range designs {
		shares := make([]float64, len(names))
		for j, name := range names {
			of, all := 0, 0
			for _, input := range d.active {
				of, all = of+found[key{d.scenario, name, input}], all+tables[key{d.scenario, name, input}]
			}
			if all != 40*len(d.active) {
				t.Fatalf("%s, %s: %d tables", d.scenario, name, all)
			}
			shares[j] = 100 * float64(of) / float64(all)
			means[j] += shares[j] / float64(len(designs))
		}
		want += line(d.title, shares)
	}
	if want += line("mean", means); !strings.Contains(readText(t, "docs/benchmark.md"), want) {
		t.Errorf("docs/benchmark.md has another table than the records:\n%s", want)
	}
}
