package experiments

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"gonum.org/v1/gonum/mat"
	"gopkg.in/yaml.v3"

	"drfvi/experiments/external"
	"drfvi/internal/method"
	"drfvi/results"
)

// programs reads the methods that are not drfvi's own. Like inParts it comes before
// everything else, because other keys name them.
func (p *parser) programs(root *yaml.Node) {
	if list := valueOf(root, "methods"); list != nil && list.Kind == yaml.SequenceNode {
		p.spec.Programs = external.Read(&p.Reader, list, MethodNames())
	}
}

// methodNames lists the methods that the specification may name.
func (p *parser) methodNames() []string {
	names := MethodNames()
	for _, program := range p.spec.Programs {
		names = append(names, program.Name)
	}
	return names
}

// method returns a method of the specification.
func (s Spec) method(name string) Method {
	for _, program := range s.Programs {
		if program.Name == name {
			return Method{Facts: method.Of(name), versions: map[string]string{"external": external.Version}, program: &program}
		}
	}
	m, err := MethodNamed(name)
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
func (u unit) ask(ctx context.Context, x, y *mat.Dense, names []string) (values, error) {
	_, d := y.Dims()
	t := external.Table{X: x, Y: y, Inputs: names}
	for k := range d {
		t.Targets = append(t.Targets, "Y"+strconv.Itoa(k+1))
	}
	answer, trace, err := u.cell.method.program.Run(ctx, t, u.inputs.Seed)
	v := values{variables: names, numbers: make(map[results.ValueName][]float64), warnings: answer.Warnings, trace: trace}
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
