package main

import (
	"slices"
	"strconv"
	"strings"

	"drfvi/internal/format"
)

// picked returns some of the values, in an order.
func picked[T any, N int | int32](values []T, order []N) []T {
	chosen := make([]T, len(order))
	for k, i := range order {
		chosen[k] = values[i]
	}
	return chosen
}

// collect returns a value of each element of a list.
func collect[T, V any](list []T, value func(T) V) []V {
	var values []V
	for _, element := range list {
		values = append(values, value(element))
	}
	return values
}

// having returns the elements of a list of which something holds.
func having[T any](list []T, holds func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(element T) bool { return !holds(element) })
}

// positions returns those of 0 to n−1 of which something holds; nil if there are none.
func positions(n int, holds func(i int) bool) []int {
	var numbers []int
	for i := range n {
		if holds(i) {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

// nonempty returns the texts that say something.
func nonempty(texts ...string) []string {
	return slices.DeleteFunc(append([]string{}, texts...), func(text string) bool { return text == "" })
}

// joined joins the sentences that say something.
func joined(sentences ...string) string { return strings.Join(nonempty(sentences...), " ") }

// textIf is a text where something holds, "" elsewhere.
func textIf(holds bool, text string) string {
	if holds {
		return text
	}
	return ""
}

// inSentence is a name as sentences have it.
func inSentence(name string) string {
	return format.Shortened(format.VisibleLine(name), format.Longest)
}

// inSentences are names as sentences have them.
func inSentences(names []string) []string { return collect(names, inSentence) }

// mostNames is how many names a sentence has.
const mostNames = 6

// enumerated lists words, of many the first ones and how many are left, "more" or "others".
func enumerated(words []string, noun string) string {
	if n := len(words) - mostNames; n > 1 {
		words = append(words[:mostNames:mostNames], strconv.Itoa(n)+" "+noun)
	}
	return format.Enumerated(words)
}
