package reports

import (
	"drfvi/internal/chart"
	"drfvi/reports/internal/stat"
)

// drawn is an estimate as figures draw it.
func drawn(s stat.Stat) chart.Estimate { return chart.Estimate{Value: s.Mean, SE: s.SE} }
