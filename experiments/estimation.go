package experiments

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"drfvi/experiments/external"
	"drfvi/experiments/spec"
	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/importance/aspects"
	"drfvi/importance/censored"
	"drfvi/importance/effect"
	"drfvi/importance/shapley"
	"drfvi/internal/rng"
	"drfvi/results"
	"drfvi/simulate"
)

// estimation estimates the importance of each input of a simulated table.
type estimation struct {
	scenario       simulate.Scenario
	evaluationRows int
	fourier        int
	population     *populationInputs // nil if population values are not recorded
	aspects        bool              // whether aspects are recorded
	doubts         bool              // whether stand-ins and copied rows are recorded
}

func newEstimation(s spec.Experiment, t spec.Table) (job, error) {
	scenario, err := simulate.Named(s.Scenario(t))
	e := estimation{
		scenario: scenario, evaluationRows: s.EvaluationRows, fourier: s.Fourier,
		aspects: s.Figure == results.FigureAspects, doubts: s.Figure == results.FigureCalibration,
	}
	if s.PopulationDraws > 0 {
		e.population = &populationInputs{Draws: s.PopulationDraws, Seed: populationSeed(s, t)}
	}
	return e, err
}

// dataInputs determines a simulated table.
type dataInputs struct {
	Scenario string `json:"scenario"`
	Equation string `json:"equation"`
	N        int    `json:"n"`
	P        int    `json:"p"`
	Seed     uint64 `json:"seed"`
}

func (e estimation) inputs(u *unit) {
	t := u.cell.Table
	u.inputs.Data = dataInputs{Scenario: e.scenario.Name, Equation: e.scenario.Equation, N: t.N, P: t.P, Seed: u.dataSeed}
	u.inputs.Versions["simulate"] = simulate.Version
	if e.scenario.Censored {
		u.inputs.Versions["censored"] = censored.Version
	}
	if e.scenario.Treatment {
		u.inputs.Versions["effect"] = effect.Version
	}
	if u.method.UsesKernel { // others do not aggregate over rows
		u.inputs.EvaluationRows, u.inputs.Fourier, u.inputs.Population = e.evaluationRows, e.fourier, e.population
	}
	if u.method.Effects { // random sets have the forests that they have among all sets
		u.inputs.Seed = u.dataSeed
		if e.population != nil {
			u.inputs.Population = &populationInputs{Effects: true}
		}
	}
	if e.aspects {
		u.inputs.Versions["aspects"] = aspects.Version
	}
}

func (e estimation) cost(u unit) importance.Cost {
	return u.method.cost(u.settings, e.size(u, e.scenario.Outputs))
}

// size is the size of the unit's task with the given number of responses.
func (estimation) size(u unit, responses int) importance.Size {
	t := u.cell.Table
	return importance.Size{
		Rows: t.N, Inputs: t.P, Responses: responses, Evaluated: u.inputs.EvaluationRows,
		Fourier: u.inputs.Fourier,
	}
}

func (e estimation) compute(ctx context.Context, u unit, workers int, report func(share float64)) (values, error) {
	x, y := e.scenario.Draw(u.cell.Table.N, u.cell.Table.P, u.dataSeed)
	if u.method.Law {
		return e.oracle(ctx, u, x, y, workers)
	}
	v, gamma, err := e.estimate(ctx, u, opened{
		Sample: importance.Sample{
			X: x, Y: y, Levels: e.scenario.Levels(u.cell.Table.P),
		}, names: external.Names("X", u.cell.Table.P),
	}, workers, report)
	if err == nil && u.inputs.Population != nil {
		u.inputs.Population.add(&v, e.scenario, gamma)
	}
	return v, err
}

// estimate returns the values of a table, and the scale of the kernel.
func (e estimation) estimate(
	ctx context.Context, u unit, t opened, workers int, report func(share float64),
) (v values, gamma float64, err error) {
	if u.method.program != nil {
		v, err := u.ask(ctx, t)
		return v, 0, err
	}
	estimator, err := u.method.New(u.settings)
	if err != nil {
		return values{}, 0, err
	}
	if err := ctx.Err(); err != nil {
		return values{}, 0, err
	}
	t = u.suited(t)
	task := importance.Task{
		X: t.X, Y: t.Y, Levels: t.Levels, Groups: t.groups, Kernel: u.kernel(), Subsample: u.inputs.EvaluationRows,
		Fourier: u.inputs.Fourier,
		Seed:    u.inputs.Seed, Workers: workers, Progress: report,
	}
	questions := answer.Questions{Alone: true}
	if e.aspects {
		questions.Aspects = e.responses()
	}
	measure := answer.Measure
	switch {
	case e.scenario.Censored:
		measure = measureCensored
	case e.scenario.Treatment:
		measure = measureEffect
	}
	measured, err := measure(ctx, estimator, task, questions)
	if err != nil {
		return values{}, 0, err
	}
	result, answers := measured.Result, answer.Decide(measured.Evidence)
	v = estimated(result, t)
	v.decide(answers)
	v.affect(answers.Aspects, e.scenario, t.names)
	if e.doubts {
		v.doubt(result, t)
	}
	if u.inputs.Fourier > 0 || u.method.Effects && result.AggregationSE != nil { // for rows alone it is in the note
		v.numbers[results.ValueAggregationSE] = result.AggregationSE
	}
	return v, result.Gamma, nil
}

// estimated returns the values of a record of importances.
func estimated(r importance.Result, table opened) values {
	v := values{
		variables: table.names, numbers: map[results.ValueName][]float64{results.ValueRaw: r.Raw},
		warnings: slices.Concat(table.warnings, r.Warnings),
	}
	for k, raw := range r.Outputs {
		v.numbers[results.ValueRaw.OfResponse(k+1)] = raw
	}
	for name, value := range r.Extra {
		v.numbers[results.ValueName(name)] = []float64{value}
	}
	if r.SE != nil {
		v.numbers[results.ValueSE] = r.SE
	}
	v.single(results.ValueDenominator, r.Denominator)
	v.single(results.ValueForests, r.Forests)
	v.single(results.ValueGamma, r.Gamma)
	if r.Inference != nil {
		v.infer(*r.Inference)
	}
	if r.Bias != nil {
		v.numbers[results.ValueBias] = []float64{*r.Bias}
	}
	if r.Aggregation != "" {
		v.notes = map[string]string{"aggregation": r.Aggregation}
	}
	return v
}

// infer adds the inference on the values.
func (v *values) infer(in importance.Inference) {
	low, high := make([]float64, len(in.Intervals)), make([]float64, len(in.Intervals))
	for j, interval := range in.Intervals {
		low[j], high[j] = interval.Low, interval.High
	}
	v.numbers[results.ValueDataSE], v.numbers[results.ValueLow], v.numbers[results.ValueHigh] = in.SE, low, high
	v.numbers[results.ValueShare] = []float64{in.Explained.Value}
	v.numbers[results.ValueShareLow] = []float64{in.Explained.Interval.Low}
	v.numbers[results.ValueShareHigh] = []float64{in.Explained.Interval.High}
	if in.P != nil {
		v.numbers[results.ValueP], v.numbers[results.ValueShareP] = in.P, []float64{in.Explained.P}
	}
}

// decide adds what was decided of all tests, as the command prints it; of methods without tests
// nothing.
func (v *values) decide(a answer.Answers) {
	if !a.Tested {
		return
	}
	var adjusted, low, high []float64
	for _, input := range a.Inputs {
		adjusted, low, high = append(adjusted, input.Adjusted), append(low, input.Interval.Low), append(
			high, input.Interval.High,
		)
	}
	v.numbers[results.ValueAdjusted], v.numbers[results.ValueLow], v.numbers[results.ValueHigh] = adjusted, low, high
	v.numbers[results.ValueShareP] = []float64{a.Overall.P}
}

// affect adds the aspects, which inputs were found to affect each and which are known to.
func (v *values) affect(answers []answer.Aspect, s simulate.Scenario, names []string) {
	for _, a := range answers {
		named := func(value results.AspectValue) results.ValueName {
			name := value.Of(string(a.Kind))
			if a.Kind != aspects.Dependence {
				return name.OfResponse(a.Of[0] + 1)
			}
			return name
		}
		areas := make([]float64, len(names))
		for j, effect := range a.Inputs {
			areas[j] = effect.Area
		}
		v.numbers[named(results.AspectArea)] = areas
		v.numbers[named(results.AspectFound)] = ones(len(names), func(j int) bool { return a.Inputs[j].Significant })
		v.numbers[named(results.AspectMoves)] = ones(len(names), func(j int) bool {
			return slices.Contains(s.Moves, simulate.Moved{Aspect: string(a.Kind), Response: a.Of[0] + 1, Input: names[j]})
		})
		v.numbers[named(results.AspectShare)] = []float64{a.Explained.Value}
	}
}

// doubt adds the inputs that may stand in for others, and a warning if rows are copies.
func (v *values) doubt(r importance.Result, table opened) {
	if r.Inference != nil && r.Inference.StandsIn != nil {
		v.numbers[results.ValueStandsIn] = ones(len(table.names), func(j int) bool { return r.Inference.StandsIn[j] })
	}
	if warning := importance.Repeated(table.X, table.Y, nil); warning != nil {
		v.warnings = append(v.warnings, warning)
	}
}

// note adds a value in words: its JSON.
func (v *values) note(name string, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		panic("experiments: a value that has no JSON: " + err.Error())
	}
	if v.notes == nil {
		v.notes = make(map[string]string)
	}
	v.notes[name] = string(text)
}

// ones returns 1 for those of n inputs that are so, 0 for the others.
func ones(n int, are func(j int) bool) []float64 {
	values := make([]float64, n)
	for j := range values {
		if are(j) {
			values[j] = 1
		}
	}
	return values
}

// single adds a number, unless it is 0, which stands for none.
func (v *values) single(name results.ValueName, number float64) {
	if number != 0 {
		v.numbers[name] = []float64{number}
	}
}

// populationInputs determines the population importances of a unit, besides its scenario, number
// of inputs and kernel.
type populationInputs struct {
	Draws int    `json:"draws"`
	Seed  uint64 `json:"seed"`
	// Effects is true for Shapley effects, in closed form.
	Effects bool `json:"effects,omitempty"`
}

// effects returns the Shapley effects of p inputs, 0 up to rounding for irrelevant ones.
func effects(s simulate.Scenario, gamma float64, p int) []float64 {
	shares := shapley.Of(p, func(columns []int) float64 {
		v, ok := s.Explained(gamma, p, columns)
		if !ok {
			panic("experiments: Shapley effects that parsing would refuse: " + s.Name)
		}
		return v
	})
	for j, share := range shares {
		if math.Abs(share) < 1e-12 {
			shares[j] = 0
		}
	}
	return shares
}

// populationSeed depends only on the scenario: the error of values from draws is nearly the same
// for all tables.
func populationSeed(s spec.Experiment, t spec.Table) uint64 {
	return uint64(rng.New(s.Seed).Named("population").Named(s.Scenario(t)))
}

// add adds the population importances under the kernel exp(−gamma‖y − y'‖²), and if they are from
// draws their standard errors.
func (p populationInputs) add(v *values, s simulate.Scenario, gamma float64) {
	if p.Effects {
		v.numbers[results.ValuePopulation] = effects(s, gamma, len(v.variables))
		return
	}
	importance, se, ok := s.Population(gamma, len(v.variables), p.Draws, p.Seed)
	if !ok {
		panic("experiments: population values that parsing would refuse: " + s.Name)
	}
	v.numbers[results.ValuePopulation] = importance
	if slices.ContainsFunc(se, func(e float64) bool { return e > 0 }) {
		v.numbers[results.ValuePopulationSE] = se
	}
}

// responses are the scenario's responses.
func (e estimation) responses() []aspects.Response {
	var responses []aspects.Response
	for k := range e.scenario.Outputs {
		responses = append(responses, aspects.Response{Name: fmt.Sprint("y", k+1), Columns: []int{k}})
	}
	return responses
}
