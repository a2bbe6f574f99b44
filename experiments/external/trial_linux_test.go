package external

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// zeros prints 0 for every input of the request, which is read into $r.
const zeros = `read -r r
answer() {
  echo "$r" | sed 's/.*"inputs":\["\([^]]*\)"\].*/\1/; s/","/","value":0},{"name":"/g; s/.*/{"protocol":1,"importances":[{"name":"&","value":0}]}/'
}
`

// knowing is a method that knows what matters in each table.
const knowing = zeros + `case "$r" in
  *'"categorical":["X2"]'*) best=X2 ;;
  *'"X10"'*) best=X1 ;;
  *ä*) best=ä ;;
  *) best=X3 ;;
esac
answer | sed "s/\"$best\",\"value\":0/\"$best\",\"value\":1/"`

// TestTry tells what trials find wrong with methods, all else being well.
func TestTry(t *testing.T) {
	for name, c := range map[string]struct {
		lines string
		asked int
		wrong map[string]string
	}{
		"good": {knowing, len(trials()) + 1, nil},
		"zeros": {zeros + "answer", len(trials()) + 1, map[string]string{
			"Is the input found that a mean depends on?": "X3 and X1 have equal values, 0, expected that of X3 to be larger",
			"Does it take names as they are?":            "ä and a b have equal values, 0, expected that of ä to be larger",
			"Does it take a categorical input?":          "X2 and X1 have equal values, 0, expected that of X2 to be larger",
			"Does it take two responses?":                "X1 and X3 have equal values, 0, expected that of X1 to be larger",
		}},
		"numbers only": {strings.Replace(knowing, "best=X2", "echo no levels >&2; exit 1", 1), len(trials()) + 1, map[string]string{
			"Does it take a categorical input?": "ended with exit code 1: no levels",
		}},
		"nothing": {"exit 2", 1, map[string]string{
			"Is the input found that a mean depends on?": fmt.Sprintf("ended with exit code 2; the other %d questions were not asked", len(trials())),
		}},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			err := shell(t, c.lines, "120s").Try(context.Background(), func(f Finding) {
				asked++
				if f.Wrong != c.wrong[f.Question] {
					t.Errorf("%s %q, expected %q", f.Question, f.Wrong, c.wrong[f.Question])
				}
			})
			if err != nil || asked != c.asked {
				t.Errorf("%d questions, expected %d: %v", asked, c.asked, err)
			}
		})
	}
}

// An input that does something may have the value of the one that matters most, but
// not a larger one.
func TestTrialTie(t *testing.T) {
	two := trials()[3]
	for wrong, values := range map[string][]float64{
		"": {2, 2, 1, 0, 0, 0, 0, 0, 0, 0},
		"X2 has the largest value, 3, expected X1, which has 2":            {2, 3, 1, 0, 0, 0, 0, 0, 0, 0},
		"X1 and X9 have equal values, 2, expected that of X1 to be larger": {2, 2, 1, 0, 0, 0, 0, 0, 2, 0},
	} {
		if got := two.wrong(values); got != wrong {
			t.Errorf("%v: %q, expected %q", values, got, wrong)
		}
	}
}
