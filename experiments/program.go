package experiments

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"drfvi/experiments/external"
	"drfvi/experiments/spec"
	"drfvi/importance"
	"drfvi/methods"
	"drfvi/methods/method"
	"drfvi/results"
)

// unitMethod is the method of a unit: one of drfvi's own, a user's program that replaces an
// estimator, or the law of the table.
type unitMethod struct {
	methods.Method
	program *external.Method // nil for drfvi's own
}

// registered are drfvi's own methods, and the law of the table.
var registered = append(methods.All(), methods.Method{Facts: method.Of("oracle"), Versions: map[string]string{}})

// methodOf returns the method of a cell: a program of the experiment, or one of drfvi's own.
func methodOf(s spec.Experiment, c spec.Cell) unitMethod {
	for _, program := range s.Programs {
		if program.Name == c.Method.Name {
			return unitMethod{
				methods.Method{Facts: c.Method, Versions: map[string]string{"external": external.Version}}, &program,
			}
		}
	}
	for _, m := range registered {
		if m.Name == c.Method.Name {
			return unitMethod{Method: m}
		}
	}
	panic("experiments: method that parsing would refuse: " + c.Method.Name)
}

// resolved returns the resolved settings of the method.
func (m unitMethod) resolved(s methods.Settings) (any, error) {
	if m.program != nil {
		return m.program, nil
	}
	if m.Law {
		return nil, nil
	}
	return m.New(s)
}

// cost is the expected cost of an estimation by the method.
func (m unitMethod) cost(s methods.Settings, l importance.Size) importance.Cost {
	if m.program != nil {
		work, bytes := m.program.Cost()
		return importance.Cost{Work: work, Bytes: bytes}
	}
	if m.Law {
		return oracleCost(l)
	}
	return m.Cost(s, l)
}

// ask returns the answer of the unit's program for a table. A failure is a value too.
func (u unit) ask(ctx context.Context, table opened) (values, error) {
	t := external.Table{X: table.X, Y: table.Y, Inputs: table.names, Targets: table.targets, Levels: table.Levels}
	if _, d := table.Y.Dims(); t.Targets == nil {
		t.Targets = external.Names("Y", d)
	}
	answer, trace, err := u.method.program.Run(ctx, t, u.inputs.Seed)
	v := values{
		variables: table.names, numbers: make(map[results.ValueName][]float64),
		warnings: slices.Clone(table.warnings), trace: trace,
	}
	for _, warning := range answer.Warnings {
		v.warnings = append(v.warnings, errors.New(warning))
	}
	var failure *external.Failure
	if errors.As(err, &failure) {
		v.failure = fmt.Sprint(failure)
		return v, nil
	}
	for name, numbers := range map[results.ValueName][]float64{
		results.ValueRaw: answer.Values, results.ValueDataSE: answer.SE, results.ValueP: answer.P,
		results.ValueLow: answer.Low, results.ValueHigh: answer.High,
	} {
		if numbers != nil {
			v.numbers[name] = numbers
		}
	}
	if len(answer.Software) > 0 {
		v.note("software", answer.Software)
	}
	return v, err
}
