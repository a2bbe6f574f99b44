// Package exports needs types that cannot be named, in every place that a type can have.
package exports

import "drfvi/internal/rng"

type unexported int

type (
	Alias       = rng.Seed
	Implemented interface{ Draw() *rng.Source }
	Embedding   struct{ *rng.Source }
	Field       struct{ Seeds []map[string]rng.Seed }
	Method      struct{ hidden rng.Seed }
	Fine        struct{ hidden unexported }
)

var Variable func() rng.Seed

func (m Method) Seed() rng.Seed     { return m.hidden }
func (f Fine) Value() int           { return int(f.hidden) }
func Function(...rng.Seed)          {}
func Unexported() (unexported, int) { return 0, 0 }

func Constrained[T interface{ ~string | rng.Seed }](T) {}
