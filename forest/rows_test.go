package forest_test

import (
	"strings"
	"testing"
)

// TestRowsOfSmallShares checks that the rows that a small share of a table needs are
// computed: at one part in a thousand million counting them would take a minute, and at the
// smallest share for ever.
func TestRowsOfSmallShares(t *testing.T) {
	for _, c := range []struct {
		fraction   float64
		node, most int
		want       string
	}{
		{0.5, 15, 0, "chooses splits with 5 of them and the minimum node size is 15; expected at least 62 rows"},
		{1e-9, 15, 0, "expected at least 30999999999 rows"},
		{5e-324, 15, 0, "expected trees that draw more: the sample fraction is 5e-324"},
		{0.5, 15, 50, "expected trees that draw more: the sample fraction is 0.5 of at most 50 rows"},
	} {
		config := preset(t, "paper", 1)
		config.SampleFraction, config.MinNodeSize, config.MostRows = c.fraction, c.node, c.most
		if err := config.CheckRows(20); err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("share %v, at most %d rows: %v, want …%q", c.fraction, c.most, err, c.want)
		}
	}
	for rows := 1; rows < 80; rows++ { // the least is the least
		if config := preset(t, "paper", 1); (config.CheckRows(rows) == nil) != (rows >= 62) {
			t.Errorf("%d rows: %v", rows, config.CheckRows(rows))
		}
	}
}
