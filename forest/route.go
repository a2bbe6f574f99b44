package forest

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/par"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
)

// Evaluation is the set of rows a forest is evaluated on: training rows, each
// by the trees that were not grown from it (out-of-bag), or rows of their own,
// each by all trees.
type Evaluation struct {
	values [][]float64 // by columns
	rows   int
	// training are the training rows, ascending, that the evaluation rows
	// are; nil for rows of their own.
	training []int32
}

// OutOfBag reports whether the rows are training rows, each evaluated by the
// trees that were not grown from it.
func (e Evaluation) OutOfBag() bool { return e.training != nil }

// Training returns the training rows that the evaluation rows are, ascending; nil
// for rows of their own. The caller must not change it.
func (e Evaluation) Training() []int32 { return e.training }

// OutOfBag returns the evaluation on all training rows with out-of-bag trees.
func (c *Columns) OutOfBag() Evaluation {
	return Evaluation{values: c.Values, rows: c.Rows(), training: rank.Numbers[int32](c.Rows())}
}

// OutOfBagSample returns the evaluation on count random training rows with
// out-of-bag trees; on all of them if there are no more than that. Of rows in
// clusters it takes whole clusters, at most that many rows.
func (c *Columns) OutOfBagSample(count int, seed uint64) Evaluation {
	if count >= c.Rows() {
		return c.OutOfBag()
	}
	from := rng.New(seed).Named("evaluation rows")
	var rows []int32
	if c.design.Clusters == nil {
		rows = newSampler(c.Rows()).draw(nil, count, from)
	} else {
		clusters := make([]int32, c.design.Units(c.Rows()))
		from.Source().Perm(clusters)
		rows = c.design.Rows(c.design.Leading(clusters, count))
	}
	return c.OutOfBagOf(rows)
}

// OutOfBagOf returns the evaluation on the given training rows, ascending, with
// out-of-bag trees.
func (c *Columns) OutOfBagOf(rows []int32) Evaluation {
	e := Evaluation{values: make([][]float64, len(c.Values)), rows: len(rows), training: rows}
	for j, column := range c.Values {
		e.values[j] = make([]float64, len(rows))
		for k, row := range rows {
			e.values[j][k] = column[row]
		}
	}
	return e
}

// On returns the evaluation on the rows of x, m×p. It returns an error if the
// number of columns differs from the training inputs', a value is not finite, or a
// level is none of the training input's.
func (c *Columns) On(x *mat.Dense) (Evaluation, error) {
	m, p := x.Dims()
	if p != len(c.Values) {
		return Evaluation{}, fmt.Errorf("forest: evaluation rows have %d columns, expected %d", p, len(c.Values))
	}
	e := Evaluation{values: make([][]float64, p), rows: m}
	for j := range e.values {
		e.values[j] = mat.Col(nil, j, x)
		if err := c.checkLevels("evaluation input", j, e.values[j]); err != nil {
			return Evaluation{}, err
		}
		for i, v := range e.values[j] {
			var ok bool
			if e.values[j][i], ok = c.present(j, v); !ok {
				return Evaluation{}, fmt.Errorf("forest: evaluation input in row %d, column %d is %v, expected a finite number",
					i+1, j+1, v)
			}
		}
	}
	return e, nil
}

// Rows returns the number of rows of the evaluation.
func (e Evaluation) Rows() int { return e.rows }

// Slice returns the evaluation on rows first to end−1 only.
func (e Evaluation) Slice(first, end int) Evaluation {
	part := Evaluation{values: make([][]float64, len(e.values)), rows: end - first}
	for j, column := range e.values {
		part.values[j] = column[first:end]
	}
	if e.training != nil {
		part.training = e.training[first:end]
	}
	return part
}

// Voted appends to dst the evaluation rows that the tree predicts: those it
// was not grown from.
func (e Evaluation) Voted(dst []int32, t *Tree) []int32 {
	if e.training == nil {
		for i := range int32(e.rows) {
			dst = append(dst, i)
		}
		return dst
	}
	first, count := len(dst), len(dst)
	dst = slices.Grow(dst, e.rows)[:first+e.rows]
	drawn, d := t.Drawn, 0
	if e.rows > 0 {
		d, _ = slices.BinarySearch(drawn, e.training[0])
	}
	for i, row := range e.training {
		for d < len(drawn) && drawn[d] < row {
			d++
		}
		if d == len(drawn) {
			dst[count] = int32(i)
			count++
			continue
		}
		// Written always and counted if not drawn, which is a coin toss that a
		// branch would mispredict.
		out := 1
		if drawn[d] == row {
			out = 0
		}
		dst[count] = int32(i)
		count += out
		d += 1 - out
	}
	return dst[:count]
}

// router sends rows down trees. It belongs to one worker.
type router struct {
	rows, spill []int32
}

// visit calls f for each leaf of the tree that rows of the evaluation reach,
// with those rows.
func (r *router) visit(t *Tree, e Evaluation, f func(leaf int32, rows []int32)) {
	if len(r.spill) < e.rows {
		r.spill = make([]int32, e.rows)
	}
	r.rows = e.Voted(r.rows[:0], t)
	r.descend(t, e, t.Root, r.rows, f)
}

func (r *router) descend(t *Tree, e Evaluation, top int32, rows []int32, f func(leaf int32, rows []int32)) {
	for {
		if len(rows) == 0 {
			return
		}
		node := &t.Nodes[top]
		if node.Var < 0 {
			f(top, rows)
			return
		}
		left, right := t.Partition(node, rows, r.spill, e.values[node.Var])
		r.descend(t, e, node.Left, left, f)
		top, rows = node.Right, right
	}
}

// Leaves returns leaves[t][i], the leaf of tree t that evaluation row i falls
// in, or −1 where the tree does not predict it: the row is in-bag, or the leaf is empty.
func (f *Forest) Leaves(ctx context.Context, e Evaluation, workers int) ([][]int32, error) {
	leaves := make([][]int32, len(f.Trees))
	routers := make([]router, workers)
	err := par.Do(ctx, workers, len(f.Trees), func(w, t int) {
		leaves[t] = make([]int32, e.rows)
		routers[w].leaves(leaves[t], &f.Trees[t], e, func(leaf int32) int32 { return leaf })
	})
	return leaves, err
}

// leaves fills dst, by evaluation row, with what number gives the row's leaf, or −1 where the tree
// does not predict it. It asks once for each leaf.
func (r *router) leaves(dst []int32, t *Tree, e Evaluation, number func(leaf int32) int32) {
	for i := range dst {
		dst[i] = -1
	}
	r.visit(t, e, func(leaf int32, rows []int32) {
		if len(t.LeafRows(leaf)) == 0 {
			return
		}
		leafNumber := number(leaf)
		for _, row := range rows {
			dst[row] = leafNumber
		}
	})
}
