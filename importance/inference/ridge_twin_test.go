package inference

import (
	"cmp"
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/importance/inference/internal/ridge"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
)

// literalIndex is the linear index on rows of a table of numbers, every regression solved
// anew on the columns that it has.
type literalIndex struct {
	x, y *mat.Dense // of the table
	rows []int32    // of the sample
	fold []int      // by row of the sample
	sets [3][][]float64
	// made are the sets' columns, by what they are products of.
	made [3][][]int
	// foremost are, by set and fold, the functions that are chosen, the first first: inputs that have
	// curves, and numbers of products.
	foremost [3][6][]int
}

func newLiteralIndex(x, y *mat.Dense, rows []int32, seed rng.Seed) *literalIndex {
	l := &literalIndex{x: x, y: y, rows: rows, fold: make([]int, len(rows))}
	order := make([]int32, len(rows))
	seed.Named("folds").Source().Perm(order)
	for k, i := range order {
		l.fold[i] = k % 5
	}
	standard := func(all []float64) []float64 { // by row of the table, scaled as in the sample
		var own []float64
		for _, i := range rows {
			own = append(own, all[i])
		}
		mean, variance := stat.PopMeanVariance(own, nil)
		scaled := slices.Clone(all)
		floats.AddConst(-mean, scaled)
		floats.Scale(1/math.Sqrt(variance), scaled)
		return scaled
	}
	_, p := x.Dims()
	for j := range p {
		l.sets[0] = append(l.sets[0], standard(mat.Col(nil, j, x)))
		l.made[0] = append(l.made[0], []int{j})
	}
	for set := 1; set < 3; set++ {
		l.sets[set], l.made[set] = slices.Clone(l.sets[0]), slices.Clone(l.made[0])
	}
	for j := range p { // bent at quantiles
		all := mat.Col(nil, j, x)
		var own []float64
		for _, i := range rows {
			own = append(own, all[i])
		}
		slices.Sort(own)
		for k := range 12 {
			bent := make([]float64, len(all))
			for i, v := range all {
				bent[i] = max(v-own[(k+1)*len(own)/13], 0)
			}
			l.sets[1], l.made[1] = append(l.sets[1], standard(bent)), append(l.made[1], []int{j})
		}
	}
	for a := range p {
		for b := range a + 1 {
			product := slices.Clone(l.sets[0][a])
			floats.Mul(product, l.sets[0][b])
			l.sets[2], l.made[2] = append(l.sets[2], standard(product)), append(l.made[2], []int{a, b})
		}
	}
	for fold := range 6 {
		l.choose(fold)
	}
	return l
}

// choose ranks the functions without a fold by what they explain of the residuals of lines.
func (l *literalIndex) choose(fold int) {
	_, p := l.x.Dims()
	own := func(values []float64) []float64 { // of the sample
		var own []float64
		for _, i := range l.rows {
			own = append(own, values[i])
		}
		return own
	}
	lines, residuals := l.best(nil, literalStep{}), [][]float64{}
	for _, y := range l.responses() {
		r := make([]float64, len(y))
		for k, row := range l.rows {
			if l.fold[k] != fold {
				r[k] = y[k] - floats.Dot(l.ridge(l.columns(0, nil, fold, 0), lines.penalty, fold, row), y)
			}
		}
		residuals = append(residuals, r)
	}
	scores := [3][]float64{1: make([]float64, p)}
	for j := range p {
		line := own(l.sets[0][j])
		bent := mat.NewDense(len(l.rows), 12, nil)
		for k := range 12 {
			v := own(l.sets[1][p+12*j+k])
			floats.AddScaled(v, -floats.Dot(line, v)/floats.Dot(line, line), line)
			bent.SetCol(k, v)
		}
		var among, with, solved mat.Dense
		among.Mul(bent.T(), bent)
		penalty := mat.Trace(&among) / 1200
		for k := range 12 {
			among.Set(k, k, among.At(k, k)+penalty)
		}
		for _, r := range residuals {
			with.Mul(bent.T(), mat.NewDense(len(r), 1, r))
			if err := solved.Solve(&among, &with); err != nil {
				panic(err)
			}
			scores[1][j] += mat.Dot(with.ColView(0), solved.ColView(0))
		}
	}
	for k, product := range l.sets[2][p:] {
		q, score := own(product), 0.0
		left := float64(len(q)) // standardised
		of := l.made[2][p+k]
		if of[0] == of[1] {
			of = of[:1]
		}
		for _, j := range of {
			line := own(l.sets[0][j])
			left -= math.Pow(floats.Dot(line, q), 2) / floats.Dot(line, line)
		}
		for _, r := range residuals {
			score += math.Pow(floats.Dot(q, r), 2) / max(left, 0.05*float64(len(q)))
		}
		scores[2] = append(scores[2], score)
	}
	for set := 1; set < 3; set++ {
		l.foremost[set][fold] = rank.Descending(scores[set])
	}
}

// columns returns those of a set that are made without a group, of the functions so many that are
// foremost without a fold.
func (l *literalIndex) columns(set int, group []int, fold, count int) [][]float64 {
	_, p := l.x.Dims()
	var left [][]float64
	for k, of := range l.made[set] {
		if k >= p {
			function := k - p
			if set == 1 {
				function = of[0]
			}
			if !slices.Contains(l.foremost[set][fold][:count], function) {
				continue
			}
		}
		if !slices.ContainsFunc(of, func(j int) bool { return slices.Contains(group, j) }) {
			left = append(left, l.sets[set][k])
		}
	}
	return left
}

// ridge returns the weights of the rows of the sample outside of a fold in the prediction
// of a row of the table.
func (l *literalIndex) ridge(columns [][]float64, penalty float64, fold int, row int32) []float64 {
	var training []int
	for k, f := range l.fold {
		if f != fold {
			training = append(training, k)
		}
	}
	m, n := len(columns), len(training)
	weights := make([]float64, len(l.rows))
	for _, k := range training {
		weights[k] = 1 / float64(n)
	}
	if m == 0 {
		return weights
	}
	f, at := mat.NewDense(n, m, nil), mat.NewVecDense(m, nil)
	for c, column := range columns {
		var own []float64
		for _, k := range training {
			own = append(own, column[l.rows[k]])
		}
		mean := stat.Mean(own, nil)
		floats.AddConst(-mean, own)
		f.SetCol(c, own)
		at.SetVec(c, column[row]-mean)
	}
	var gram mat.Dense
	gram.Mul(f.T(), f)
	for c := range m {
		gram.Set(c, c, gram.At(c, c)+penalty)
	}
	var solved, along mat.VecDense
	if err := solved.SolveVec(&gram, at); err != nil {
		panic(err)
	}
	along.MulVec(f, &solved)
	for r, k := range training {
		weights[k] += along.AtVec(r)
	}
	return weights
}

// responses returns those of the sample, standardised.
func (l *literalIndex) responses() [][]float64 {
	var all [][]float64
	_, d := l.y.Dims()
	for c := range d {
		var own []float64
		for _, i := range l.rows {
			own = append(own, l.y.At(int(i), c))
		}
		mean, variance := stat.MeanVariance(own, nil)
		floats.AddConst(-mean, own)
		floats.Scale(1/math.Sqrt(variance), own)
		all = append(all, own)
	}
	return all
}

// literalStep is a first step, of the foremost functions of a set.
type literalStep struct {
	set, count int
	penalty    float64
}

// best returns a step with the penalty of the least loss.
func (l *literalIndex) best(group []int, c literalStep) (best literalStep) {
	least := math.Inf(1)
	for _, c.penalty = range []float64{0.3, 3, 30} {
		if loss := l.loss(group, c); loss < least {
			best, least = c, loss
		}
	}
	return best
}

// loss is what a step leaves of the responses of other folds.
func (l *literalIndex) loss(group []int, c literalStep) (loss float64) {
	for k, row := range l.rows {
		w := l.ridge(l.columns(c.set, group, l.fold[k], c.count), c.penalty, l.fold[k], row)
		for _, y := range l.responses() {
			loss += math.Pow(y[k]-floats.Dot(w, y), 2)
		}
	}
	return loss
}

// votes returns the weights of the table's rows in the predictions of rows, twice: of a
// learner without chance two trees say the same.
func (l *literalIndex) votes(rows []int32, group []int) ballots {
	var candidates []literalStep
	n, _ := l.x.Dims()
	for _, c := range []literalStep{
		{}, {set: 1, count: max(min(4, len(l.rows)/24), 1)}, {set: 1, count: 1}, {set: 2, count: 30}, {set: 2, count: 6},
	} {
		if c.set > 0 {
			c.count = min(c.count, len(l.foremost[c.set][0]))
		}
		candidates = append(candidates, l.best(nil, c))
	}
	slices.SortStableFunc(candidates, func(a, b literalStep) int { return cmp.Compare(l.loss(nil, a), l.loss(nil, b)) })
	best := candidates[0]
	for _, c := range candidates[1:] {
		if least := l.loss(group, best); l.loss(nil, c) < least && l.loss(group, c) < least {
			best = c
		}
	}
	all := make(ballots, len(rows))
	functions := map[int][][]float64{}
	for r, row := range rows {
		fold := 5
		if own := slices.Index(l.rows, row); own >= 0 {
			fold = l.fold[own]
		}
		if functions[fold] == nil {
			functions[fold] = append(l.columns(0, group, fold, 0), l.bends(l.columns(best.set, group, fold, best.count), best.penalty, fold)...)
		}
		vote := make([]float64, n)
		for k, w := range l.ridge(functions[fold], 0.5, fold, row) {
			vote[l.rows[k]] = w
		}
		all[r] = [][]float64{vote, vote}
	}
	return all
}

// bends returns the piecewise linear functions of the indices, by row of the table.
func (l *literalIndex) bends(columns [][]float64, penalty float64, fold int) [][]float64 {
	n, _ := l.x.Dims()
	var made [][]float64
	for _, y := range l.responses() {
		index := make([]float64, n)
		var own []float64
		for i := range n {
			index[i] = floats.Dot(l.ridge(columns, penalty, fold, int32(i)), y)
		}
		for k, f := range l.fold {
			if f != fold {
				own = append(own, index[l.rows[k]])
			}
		}
		if stat.PopStdDev(own, nil) < 1e-3 {
			continue
		}
		slices.Sort(own)
		for h := range 7 {
			knot, bent := own[h*len(own)/7], make([]float64, n)
			for i, v := range index {
				bent[i] = max(min(v, own[len(own)-1])-knot, 0)
			}
			var used []float64
			for k, f := range l.fold {
				if f != fold {
					used = append(used, bent[l.rows[k]])
				}
			}
			mean, variance := stat.PopMeanVariance(used, nil)
			floats.AddConst(-mean, bent)
			floats.Scale(1/math.Sqrt(variance), bent)
			made = append(made, bent)
		}
	}
	return made
}

// TestIndexLiterally compares predictions of own rows and of others.
func TestIndexLiterally(t *testing.T) {
	x, y := twinData()
	l, _ := newLiteral(t, x, y)
	groups := [][]int{{0}, {1, 3}, {0, 1, 2, 3}}
	rows, others := rank.Numbers[int32](l.n)[:40], rank.Numbers[int32](l.n)[40:]
	sample := sampleOf(x, y, rows)
	seed := rng.New(4)
	index, err := ridge.New(context.Background(), sample, nil, groups, seed, 2)
	if err != nil {
		t.Fatal(err)
	}
	literal := newLiteralIndex(x, y, rows, seed)
	target := padded(sample.Y)
	for _, of := range []struct {
		view *ridge.View
		rows []int32
	}{{index.View(rank.Numbers[int32](len(rows)), sample.X), rows}, {index.View(nil, sampleOf(x, y, others).X), others}} {
		for j := -1; j < len(groups); j++ {
			var group []int
			if j >= 0 {
				group = groups[j]
			}
			votes := literal.votes(of.rows, group)
			mean := of.view.Regress(target, j)
			for k := range of.rows {
				var want mat.VecDense
				want.MulVec(y.T(), mat.NewVecDense(l.n, votes[k][0]))
				closeTo(t, "prediction", mean.RawRowView(k)[:2], want.RawVector().Data)
			}
		}
	}
}
