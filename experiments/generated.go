package experiments

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"drfvi/datasets"
	"drfvi/experiments/external"
	"drfvi/experiments/spec"
	"drfvi/importance"
)

// generated estimates the importance of each input of tables that a program of the user draws.
type generated struct {
	estimation
	program *external.Method
	targets []string
}

// generatedInputs determines such a table.
type generatedInputs struct {
	Program *external.Method `json:"program"`
	Targets []string         `json:"targets"`
	Levels  bool             `json:"levels,omitempty"` // as in ownInputs
	N       int              `json:"n"`
	P       int              `json:"p"`
	Seed    uint64           `json:"seed"`
}

func newGenerated(s spec.Experiment) job {
	return generated{estimation{evaluationRows: s.EvaluationRows, fourier: s.Fourier}, s.Data.Generator, s.Data.Targets}
}

func (g generated) inputs(u *unit) {
	t := u.cell.Table
	u.inputs.Data = generatedInputs{g.program, g.targets, u.takesLevels(), t.N, t.P, u.dataSeed}
	u.inputs.Versions["datasets"], u.inputs.Versions["external"] = datasets.Version, external.Version
	if u.method.UsesKernel {
		u.inputs.EvaluationRows, u.inputs.Fourier = g.evaluationRows, g.fourier
	}
}

func (g generated) cost(u unit) importance.Cost {
	estimation := u.method.cost(u.settings, g.size(u, len(g.targets)))
	work, memory := g.program.Cost()
	return importance.Cost{Work: estimation.Work + float64(work), Bytes: max(estimation.Bytes, memory)}
}

func (g generated) compute(ctx context.Context, u unit, workers int, report func(share float64)) (values, error) {
	text, trace, err := g.program.Draw(ctx, u.cell.Table.N, u.cell.Table.P, u.dataSeed)
	var failure *external.Failure
	if errors.As(err, &failure) {
		return g.failed(u, trace, "the generator "+failure.Error()), nil
	}
	if err != nil {
		return values{}, err
	}
	table, err := g.read(u, text)
	if err != nil {
		return g.failed(u, trace, "the generator has not printed the table: "+spec.InKeys(err)), nil
	}
	v, _, err := g.estimate(ctx, u, table, workers, report)
	v.note("table_sha256", table.sha256)
	return v, err
}

// failed returns the record of a unit without a table.
func (g generated) failed(u unit, trace external.Trace, reason string) values {
	return values{variables: external.Names("X", u.cell.Table.P), failure: reason, trace: trace}
}

// read reads what the program has printed: rows and inputs are as many as were asked for.
func (g generated) read(u unit, text []byte) (opened, error) {
	table, err := datasets.Parse(bytes.NewReader(text), "its output", datasets.Options{Missing: datasets.MissingRefuse})
	if err != nil {
		return opened{}, err
	}
	problem, err := table.SplitLevels(g.targets, nil)
	if err != nil {
		return opened{}, err
	}
	n, _ := problem.X.Dims()
	if size := u.cell.Table; n != size.N || len(problem.Variables) != size.P {
		return opened{}, fmt.Errorf(
			"it has %d rows and %d inputs besides the targets, expected %d and %d", n, len(problem.Variables),
			size.N, size.P,
		)
	}
	return opened{
		Sample: importance.Sample{X: problem.X, Y: problem.Y, Levels: problem.Levels}, names: problem.VariableNames(),
		targets: problem.YNames, sha256: fmt.Sprintf("%x", sha256.Sum256(text)), warnings: problem.Warnings,
	}, nil
}
