package experiments

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"drfvi/experiments/external"
	"drfvi/experiments/spec"
	"drfvi/results"
)

// methodOf returns the method of a cell: a program of the experiment, or one of
// drfvi's own.
func methodOf(s spec.Experiment, c spec.Cell) Method {
	for _, program := range s.Programs {
		if program.Name == c.Method.Name {
			return Method{Facts: c.Method, versions: map[string]string{"external": external.Version}, program: &program}
		}
	}
	m, err := MethodNamed(c.Method.Name)
	if err != nil {
		panic("experiments: method that parsing would refuse: " + err.Error())
	}
	return m
}

// resolved returns the settings by which the method computes.
func (m Method) resolved(s Settings) (any, error) {
	if m.program != nil {
		return m.program, nil
	}
	return m.New(s)
}

// ask returns what the unit's program says of a table. If it fails, that is a value
// too.
func (u unit) ask(ctx context.Context, of opened) (values, error) {
	t := external.Table{X: of.X, Y: of.Y, Inputs: of.names, Targets: of.targets, Levels: of.Levels}
	if _, d := of.Y.Dims(); t.Targets == nil {
		for k := range d {
			t.Targets = append(t.Targets, "Y"+strconv.Itoa(k+1))
		}
	}
	answer, trace, err := u.method.program.Run(ctx, t, u.inputs.Seed)
	v := values{variables: of.names, numbers: make(map[results.ValueName][]float64), warnings: slices.Concat(of.warnings, answer.Warnings), trace: trace}
	var failure *external.Failure
	if errors.As(err, &failure) {
		v.failure = fmt.Sprint(failure)
		return v, nil
	}
	for name, numbers := range map[results.ValueName][]float64{
		results.ValueRaw: answer.Values, results.ValueDataSE: answer.SE, results.ValueP: answer.P, results.ValueLow: answer.Low, results.ValueHigh: answer.High,
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
