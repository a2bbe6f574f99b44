// Command plain counts what makes the code of a checkout hard to read for a person who did not
// write it: names without a role, wide lines, and long sentences in comments. It prints a row for
// each package, or with -where the places of a kind:
//
//	go run -C tools ./plain
//	go run -C tools ./plain -where names
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"text/tabwriter"
)

func main() {
	chosen := flag.String("where", "", "list the places of this `kind`: names, comments, code or sentences")
	flag.Parse()
	root := ".."
	if flag.NArg() > 0 {
		root = flag.Arg(0)
	}
	counts, err := countFolder(root)
	if err != nil {
		fmt.Fprintln(os.Stderr, "plain:", err)
		os.Exit(1)
	}
	if *chosen != "" {
		listPlaces(os.Stdout, counts, kind(*chosen))
		return
	}
	printTable(os.Stdout, counts)
}

// listPlaces prints each place of a kind on a line of its own.
func listPlaces(out io.Writer, counts map[string]*packageCount, k kind) {
	for _, folder := range sortedFolders(counts) {
		for _, place := range counts[folder].places {
			if place.kind == k {
				fmt.Fprintf(out, "%s:%d: %s\n", place.file, place.line, place.text)
			}
		}
	}
}

// printTable prints a row for each package, and their total.
func printTable(out io.Writer, counts map[string]*packageCount) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	defer table.Flush()
	fmt.Fprint(table, "package\tlines\tstatements\t")
	for _, k := range kinds {
		fmt.Fprint(table, k, "\t")
	}
	fmt.Fprintln(table)
	for _, folder := range sortedFolders(counts) {
		printRow(table, folder, counts[folder])
	}
	printRow(table, "total", total(counts))
}

func printRow(out io.Writer, name string, count *packageCount) {
	fmt.Fprintf(out, "%s\t%d\t%d\t", name, count.lines, count.statements)
	for _, k := range kinds {
		fmt.Fprintf(out, "%d\t", count.number(k))
	}
	fmt.Fprintln(out)
}

// total adds up the counts of all packages.
func total(counts map[string]*packageCount) *packageCount {
	sum := new(packageCount)
	for _, folder := range sortedFolders(counts) {
		count := counts[folder]
		sum.lines += count.lines
		sum.statements += count.statements
		sum.places = append(sum.places, count.places...)
	}
	return sum
}

func sortedFolders(counts map[string]*packageCount) (folders []string) {
	for folder := range counts {
		folders = append(folders, folder)
	}
	slices.Sort(folders)
	return folders
}
