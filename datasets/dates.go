package datasets

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"drfvi/internal/mention"
)

// dateLayouts are the ways of writing a date or a time that are recognised.
var dateLayouts = layouts()

// layouts lists dates, times of a day, and both with a blank between them.
func layouts() []string {
	days := []string{"2006-1-2", "2006/1/2", "2.1.2006", "2/1/2006", "1/2/2006", "2.1.06", "1/2/06", "2/1/06",
		"2-Jan-2006", "2-Jan-06", "2 Jan 2006", "Jan 2, 2006", "January 2, 2006", "2 January 2006"}
	times := []string{"15:04", "15:04:05", "3:04 PM", "3:04:05 PM", "3:04PM", "3:04:05PM"}
	all := slices.Concat(days, times, []string{"2006-01", "2006-1-2T15:04", "2006-1-2T15:04:05", time.RFC3339,
		"2006-1-2 15:04:05Z07:00", "2006-1-2 15:04:05Z07", "2006-1-2 15:04:05 Z0700"}) // as pandas, databases and R write offsets
	for _, day := range days {
		for _, of := range times {
			all = append(all, day+" "+of)
		}
	}
	return all
}

// halves are the ways of writing the halves of a day.
var halves = strings.NewReplacer("A.M.", "AM", "P.M.", "PM", "\u00a0", " ", "\u202f", " ")

// standardTime writes a date or a time with AM and PM as layouts have them.
func standardTime(text string) string { return halves.Replace(strings.ToUpper(text)) }

// allDates reports whether every text is a date or a time.
func allDates(texts []string) bool {
	for _, s := range texts {
		written := standardTime(s)
		date := slices.ContainsFunc(dateLayouts, func(layout string) bool {
			_, err := time.Parse(layout, written)
			return err == nil
		})
		if !date {
			return false
		}
	}
	return true
}

// refuseDates is the error for a column of dates that was not asked for.
func refuseDates(example string) error {
	return mention.Errorf("found dates or times such as %s, expected numbers or categories: %sleave it out with %v", example, mention.Clause("name the column in %v to take it as a number of days, or ", mention.Date), mention.Exclude)
}

// packedDate is how dates look that are written as one number. Only a column
// that is known to hold dates is read so.
const packedDate = "20060102"

// finishDates turns the levels into days since 1970-01-01. All of them have to
// be written in one way, and no two ways must give different days. In a survey those that are not
// stay text.
func (c *columnBuilder) finishDates() (Column, error) {
	days, err := c.days()
	if err != nil {
		if !c.survey {
			return Column{}, err
		}
		c.note(err)
		return Column{Name: c.Name, Kind: Text, Levels: c.Levels, Codes: c.Codes}, nil
	}
	return c.valued(Date, days), nil
}

// days returns the day of each level.
func (c *columnBuilder) days() ([]float64, error) {
	var days []float64
	fails := 0
	written := make([]string, len(c.Levels))
	for k, level := range c.Levels {
		written[k] = standardTime(level)
	}
	for _, layout := range append([]string{packedDate}, dateLayouts...) {
		if !strings.Contains(layout, "06") {
			continue // the time of a day
		}
		these := make([]float64, 0, len(c.Levels))
		for _, text := range written {
			t, err := time.Parse(layout, text)
			if err != nil {
				break
			}
			these = append(these, float64(t.Unix())/86400+float64(t.Nanosecond())/86400e9)
		}
		if k := len(these); k < len(c.Levels) {
			fails = max(fails, k)
			continue
		}
		for i := range days {
			if days[i] != these[i] {
				return nil, fmt.Errorf("row %d: found %s, which may be %s or %s, expected dates that are clear, such as 2024-01-31",
					c.rows[i], found(c.Levels[i]), Day(days[i]), Day(these[i]))
			}
		}
		days = these
	}
	if days == nil && len(c.Levels) > 0 {
		expected := "a date, such as 2024-01-31"
		if fails > 0 {
			expected = "a date written as " + found(c.Levels[0]) + " in row " + fmt.Sprint(c.rows[0])
		}
		return nil, fmt.Errorf("row %d: found %s, expected %s", c.rows[fails], found(c.Levels[fails]), expected)
	}
	return days, nil
}

// Day writes a number of days since 1970-01-01 as a date.
func Day(days float64) string { return time.Unix(int64(days*86400), 0).UTC().Format(time.DateOnly) }
