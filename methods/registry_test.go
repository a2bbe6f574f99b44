package methods

import (
	"encoding/json"
	"slices"
	"testing"

	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/methods/method"
)

// Every method has a row in package method, and every row a method, but for the one that has no estimator.
func TestRegistryHasTheRows(t *testing.T) {
	var registered, rows []string
	for _, m := range registry {
		registered = append(registered, m.Name)
	}
	for _, f := range method.All() {
		if !f.Law {
			rows = append(rows, f.Name)
		}
	}
	if !slices.Equal(registered, rows) {
		t.Errorf("registered are %q, package method has %q", registered, rows)
	}
}

// What package method says that methods can do is what their estimators can.
func TestFactsAreOfTheEstimators(t *testing.T) {
	for _, m := range registry {
		estimator := m.estimator(Settings{Preset: "paper", Trees: 1})
		_, eliminates := estimator.(importance.Eliminator)
		_, measures := estimator.(importance.Measurer)
		if m.Eliminates != eliminates || m.Measures != measures {
			t.Errorf("%s: eliminates %v, measures %v, the estimator %v, %v", m.Name, m.Eliminates, m.Measures, eliminates, measures)
		}
	}
}

// Whoever asks for the methods gets a copy.
func TestMethodsAreCopies(t *testing.T) {
	All()[0].Name = "another"
	if m, err := Named("retrain"); err != nil || m.Name != registry[0].Name {
		t.Errorf("the registry was altered: %v", err)
	}
}

// TestAutoRecordsHalves: what decides values under preset auto is in the JSON that the
// keys of records are made from, and what does not is not.
func TestAutoRecordsHalves(t *testing.T) {
	record := func(name string, halves *inference.Halves) string {
		t.Helper()
		method, err := Named(name)
		if err != nil {
			t.Fatal(err)
		}
		estimator, err := method.New(Settings{Preset: Auto, Trees: 50, Halves: halves})
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(estimator)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	all := inference.StandardHalves()
	few := &inference.Halves{Splits: 2, Trees: 20}
	if standard := record("stacked", nil); standard == record("stacked", few) || standard != record("stacked", &all) {
		t.Errorf("halves do not tell records of stacked apart: %s", standard)
	}
	if without := record("coupled", nil); without != record("coupled", few) {
		t.Errorf("halves tell records of coupled apart, which has none: %s", without)
	}
}
