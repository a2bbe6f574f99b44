package stat

import (
	"testing"

	"drfvi/internal/format"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Text(Stat{Mean: 0.18331, SE: 0.00812, N: 10}, 0), "0.1833 (0.0081)"},
		{Text(Stat{Mean: 5.9, SE: 0.63, N: 10}, 2), "5.90 (0.63)"},
		{Text(Stat{Mean: 3, SE: 12, N: 10}, 0), "3.00 (12.00)"},
		{Text(Stat{Mean: 0.1, SE: 0, N: 10}, 3), "0.100 (0)"},
		{Text(New([]float64{0.25}), 0), "0.250"},
		{Text(Stat{}, 3), format.None},
		{Fixed(Stat{Mean: 0.0002, SE: 0.0001, N: 10}, 3), "< 0.001 (< 0.001)"},
		{Fixed(Stat{Mean: -0.0002, SE: 0.001, N: 10}, 3), "> -0.001 (0.001)"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
