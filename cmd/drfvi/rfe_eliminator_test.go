package main

import (
	"testing"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/methods"
)

// TestSampleSize checks that trees draw as many rows as asked for, of tables of
// any size.
func TestSampleSize(t *testing.T) {
	of := methods.Settings{Preset: "paper", Trees: 1}
	c, err := forest.Preset("paper", 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{62, 63, 100, 997, 5000, 99991, 1_000_000} {
		for _, drawn := range []int{31, n / 3, n - 1} {
			settings, err := sampledSettings(of, drawn, n)
			if err != nil {
				t.Fatal(err)
			}
			c.SampleFraction = settings.SampleFraction
			if got := c.DrawnRows(n); got != drawn {
				t.Errorf("%d of %d rows are drawn, expected %d", got, n, drawn)
			}
		}
	}
	e := estimation{estimationOptions: &estimationOptions{sampleSize: new(flags.Count)}}
	if settings, err := sampledSettings(of, e.sampleSize.Value, 100); err != nil || settings.SampleFraction != 0 {
		t.Errorf("without a size: sample fraction %v, %v", settings.SampleFraction, err)
	}
	if drawn := e.drawn(c, 101); drawn != c.DrawnRows(101) {
		t.Errorf("the preset's sample: %d rows of 101", drawn)
	}
}

// TestFixedSample checks that an elimination's forests on parts of a table draw
// the same number of rows from each.
func TestFixedSample(t *testing.T) {
	method, err := methods.Named("coupled")
	if err != nil {
		t.Fatal(err)
	}
	e := fixedSampleEliminator{method, methods.Settings{Preset: "paper", Trees: 5}, 40}
	for _, n := range []int{90, 180} {
		on, err := e.sampling(n)
		if err != nil {
			t.Fatal(err)
		}
		if got := on.(importance.Coupled).Config.DrawnRows(n); got != 40 {
			t.Errorf("%d of %d rows are drawn, expected 40", got, n)
		}
	}
	if _, err := e.sampling(40); err == nil {
		t.Error("a sample of all rows is accepted")
	}
}
