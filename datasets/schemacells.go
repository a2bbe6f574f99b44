package datasets

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// read reads a cell of a field without categories, which is no text, as a number: 0 and 1 for
// truth values, days since 1970-01-01 for dates, and seconds for times of a day and durations.
func (f Field) read(cell string) (float64, error) {
	switch f.Type {
	case DateField, DateTimeField:
		return f.days(cell)
	case TimeField:
		return secondsOfDay(cell)
	case DurationField:
		return seconds(cell)
	}
	v, err := f.Kind().read(cell)
	if err == nil && f.Type == IntegerField && v != math.Trunc(v) {
		err = fmt.Errorf("found %s, expected a whole number", found(cell))
	}
	return v, err
}

// read reads a cell of numbers or truth values.
func (k Kind) read(cell string) (float64, error) {
	if k != Logical {
		return parseNumber(cell)
	}
	truth, is := truthOf(cell)
	if !is {
		return 0, fmt.Errorf("found %s, expected true or false as in the rows before", found(cell))
	}
	return truth, nil
}

// days reads a date or a point in time.
func (f Field) days(cell string) (float64, error) {
	if f.Format == secondsFormat {
		v, err := parseNumber(cell)
		return v / 86400, err
	}
	for _, layout := range []string{time.DateOnly, "2006-01-02T15:04:05", "2006-01-02T15:04:05Z07:00"} {
		if t, err := time.Parse(layout, cell); err == nil {
			return float64(t.Unix())/86400 + float64(t.Nanosecond())/86400e9, nil
		}
	}
	return 0, fmt.Errorf("found %s, expected a date or a time such as 2024-01-31 or 2024-01-31T12:30:00Z", found(cell))
}

// secondsOfDay reads a time of a day.
func secondsOfDay(cell string) (float64, error) {
	for _, layout := range []string{"15:04:05", "15:04"} {
		if t, err := time.Parse(layout, cell); err == nil {
			return float64(t.Hour()*3600+t.Minute()*60+t.Second()) + float64(t.Nanosecond())/1e9, nil
		}
	}
	return 0, fmt.Errorf("found %s, expected a time of the day such as 23:59:01", found(cell))
}

// parts of a duration as ISO 8601 writes it, with a sign before it as the W3C does.
var durations = regexp.MustCompile(`^([-+])?P(?:(\d+)Y)?(?:(\d+)M)?(?:([\d.]+)W)?(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+(?:[eE][-+]?\d+)?)S)?)?$`)

// seconds reads a duration.
func seconds(cell string) (float64, error) {
	parts := durations.FindStringSubmatch(cell)
	if parts == nil || strings.HasSuffix(cell, "P") || strings.HasSuffix(cell, "T") {
		return 0, fmt.Errorf("found %s, expected a duration such as PT90S, PT1H30M or P2D", found(cell))
	}
	if parts[2] != "" || parts[3] != "" {
		return 0, fmt.Errorf("found %s, expected a duration in weeks, days, hours, minutes and seconds: years and months are of no fixed length", found(cell))
	}
	sum := 0.0
	for k, unit := range []float64{604800, 86400, 3600, 60, 1} {
		if text := parts[4+k]; text != "" {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return 0, fmt.Errorf("found %s, expected a number of at most %g before each unit", found(cell), math.MaxFloat64)
			}
			sum += float64(v * unit)
		}
	}
	if parts[1] == "-" {
		sum = -sum
	}
	return sum, nil
}
