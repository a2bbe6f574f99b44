package experiments

import (
	"context"

	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/importance/censored"
	"drfvi/importance/effect"
	"drfvi/importance/inference"
	"drfvi/internal/linalg"
	"drfvi/results"
)

// Studies have two responses. The second one marks rows: those with an event, or those treated.

// measureCensored is answer.Measure of a task whose second response is 1 for the event and 0 for
// censoring.
func measureCensored(
	ctx context.Context, estimator importance.Estimator, task importance.Task, questions answer.Questions,
) (answer.Measurement, error) {
	var study censored.Study
	study.Task, study.Event = marked(task)
	m, err := censored.Measure(ctx, estimator.(inference.Stacked), study, questions)
	if err != nil {
		return answer.Measurement{}, err
	}
	return m.Measurement, nil
}

// measureEffect is answer.Measure of a task whose second response is 1 for treated rows. The
// propensity is learnt.
func measureEffect(
	ctx context.Context, estimator importance.Estimator, task importance.Task, _ answer.Questions,
) (answer.Measurement, error) {
	var study effect.Study
	study.Task, study.Treated = marked(task)
	answers, err := effect.Ask(ctx, estimator.(inference.Stacked), study, effect.Law)
	if err != nil {
		return answer.Measurement{}, err
	}
	result := answers.Result
	result.Extra = map[string]float64{string(results.ValueAverageP): answers.AverageP}
	result.Warnings = append(result.Warnings, answers.Warnings...)
	return answer.Measurement{Evidence: answer.Evidence{Result: result, Units: len(study.Treated)}}, nil
}

// marked returns a task with the first response alone, and the rows that the second one marks.
func marked(task importance.Task) (importance.Task, []bool) {
	var marks []bool
	for i := range task.Y.RawMatrix().Rows {
		marks = append(marks, task.Y.At(i, 1) > 0)
	}
	task.Y = linalg.Columns(task.Y, []int{0})
	return task, marks
}
