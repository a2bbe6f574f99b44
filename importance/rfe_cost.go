package importance

import "drfvi/forest"

// pathSteps adds up the steps of aggregating, over an elimination with the given
// number of inputs.
func pathSteps(variables int, of func(left int) aggregation) aggregation {
	return func(a aggregationSize) steps {
		var sum steps
		for left := variables; left > 0; left-- {
			s := of(left)(a)
			sum.coordinates += s.coordinates
			sum.gathered += s.gathered
			sum.weights += s.weights
			sum.applied += s.applied
			sum.differences += s.differences
		}
		return sum
	}
}

// EliminationCost is the cost of eliminating all inputs of a task of the given size
// by an estimator whose forests have the configuration c: that of the estimator for
// each number of inputs left, and that of measuring losses on as many other rows.
func EliminationCost(e Eliminator, c forest.Config, s Size) Cost {
	loss, shape := s, newShape(c, s.Rows)
	loss.Evaluated, loss.Fourier = 0, 0
	n, width, variables, inputs := float64(s.Rows), float64(loss.Width()), s.CountVariables(), s.Inputs
	all := Cost{
		Nanoseconds: float64(4*factorisation(n, width)) + float64(float64(variables)*shape.trees*(n+shape.estimating)*width*NanosecondsPerCoordinate),
		Bytes:       float64(2*8*2*n*float64(s.Inputs+s.Responses)) + float64(8*n*float64(variables+1)),
	}
	largest := 0.0
	for s.Variables = variables; s.Variables > 0; s.Variables-- {
		s.Inputs = (inputs*s.Variables + variables - 1) / variables
		step := e.Cost(s)
		all.Nanoseconds += step.Nanoseconds
		largest = max(largest, step.Bytes)
	}
	all.Bytes += largest
	return all
}
