package datasets

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"drfvi/internal/mention"
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
	var v float64
	var err error
	switch {
	case f.Type == BooleanField && (f.TrueValues != nil || f.FalseValues != nil):
		return f.readTruth(cell)
	case f.hasMarks():
		v, err = f.readMarked(cell)
	default:
		v, err = kindsOfFields[slices.Index(fieldTypes, f.Type)].read(cell)
	}
	if err == nil && f.Type == IntegerField && v != math.Trunc(v) {
		err = fmt.Errorf("found %s, expected an integer", found(cell))
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
	written := standardTime(cell)
	for _, layout := range clockLayouts {
		if t, err := time.Parse(layout, written); err == nil {
			return float64(t.Hour()*3600+t.Minute()*60+t.Second()) + float64(t.Nanosecond())/1e9, nil
		}
	}
	return 0, fmt.Errorf("found %s, expected a time of the day such as 23:59:01", found(cell))
}

// parts of a duration as ISO 8601 writes it, with a sign before it as the W3C does.
var durations = regexp.MustCompile(
	`^([-+])?P(?:(\d+)Y)?(?:(\d+)M)?(?:([\d.]+)W)?(?:([\d.]+)D)?` +
		`(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+(?:[eE][-+]?\d+)?)S)?)?$`,
)

// seconds reads a duration.
func seconds(cell string) (float64, error) {
	if v, is := clockDuration(cell); is {
		return v, nil
	}
	parts := durations.FindStringSubmatch(cell)
	if parts == nil || strings.HasSuffix(cell, "P") || strings.HasSuffix(cell, "T") {
		return 0, fmt.Errorf("found %s, expected a duration such as PT90S, PT1H30M, P2D, 1 days 02:30:00 or "+
			"26:30:00", found(cell))
	}
	if parts[2] != "" || parts[3] != "" {
		return 0, fmt.Errorf("found %s, expected a duration in weeks, days, hours, minutes and seconds: years "+
			"and months are of no fixed length", found(cell))
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

// clockDurations are durations in days and a clock time, as pandas writes them, or in hours,
// minutes and seconds.
var clockDurations = regexp.MustCompile(`^(?:([-+]?\d+) days?,?)?(?: ?([-+]?)(\d+):(\d\d):(\d\d(?:\.\d+)?))?$`)

// clockDuration reads such a duration in seconds.
func clockDuration(cell string) (v float64, is bool) {
	parts := clockDurations.FindStringSubmatch(cell)
	if parts == nil || parts[1] == "" && parts[3] == "" {
		return 0, false
	}
	for k, unit := range []float64{3600, 60, 1} {
		if parts[3+k] != "" {
			number, _ := strconv.ParseFloat(parts[3+k], 64) // digits
			v += float64(number * unit)
		}
	}
	if parts[2] == "-" {
		v = -v
	}
	days, _ := strconv.ParseFloat(cmp.Or(parts[1], "0"), 64)
	return v + float64(86400*days), true
}

// areDurations reports whether every text is a duration of more than a clock shows.
func areDurations(texts []string) bool {
	return !slices.ContainsFunc(texts, func(s string) bool { _, err := seconds(s); return err != nil })
}

// dateLayouts are the ways of writing a date or a time that are recognised: dates, times of a
// day, and both with a blank between them.
var dateLayouts = layouts(clockLayouts)

// clockLayouts are the ways of writing a time of a day.
var clockLayouts = []string{"15:04", "15:04:05", "3:04 PM", "3:04:05 PM", "3:04PM", "3:04:05PM"}

func layouts(times []string) []string {
	days := []string{"2006-1-2", "2006/1/2", "2.1.2006", "2/1/2006", "1/2/2006", "2.1.06", "1/2/06", "2/1/06",
		"2-Jan-2006", "2-Jan-06", "2 Jan 2006", "Jan 2, 2006", "January 2, 2006", "2 January 2006"}
	combined := slices.Concat(days, times, []string{"2006-01", "2006-1-2T15:04", "2006-1-2T15:04:05", time.RFC3339,
		// as pandas, databases and R write offsets
		"2006-1-2 15:04:05Z07:00", "2006-1-2 15:04:05Z07", "2006-1-2 15:04:05 Z0700"})
	for _, day := range days {
		for _, clock := range times {
			combined = append(combined, day+" "+clock)
		}
	}
	return combined
}

// halves are the ways of writing the halves of a day.
var halves = strings.NewReplacer("A.M.", "AM", "P.M.", "PM", "\u00a0", " ", "\u202f", " ")

// standardTime writes a date or a time with AM and PM as layouts have them.
func standardTime(text string) string { return halves.Replace(strings.ToUpper(text)) }

// allWritten reports whether every text is written in one of the ways.
func allWritten(texts, layouts []string) bool {
	for _, s := range texts {
		written := standardTime(s)
		matches := slices.ContainsFunc(layouts, func(layout string) bool {
			_, err := time.Parse(layout, written)
			return err == nil
		})
		if !matches {
			return false
		}
	}
	return true
}

// refuseDates is the error for a column of dates that was not asked for.
func refuseDates(name, example string) error {
	return mention.Errorf("found dates or times such as %s, expected numbers or categories: %sleave it out with %v",
		example, mention.Clause("%v takes it as a number of days, or ", mention.Date.Each(name)), mention.Exclude.Each(name))
}

// refuseSeconds is the error for a column of times of a day, or of durations, which no schema
// declares.
func refuseSeconds(name, what, example string, field FieldType) error {
	declaration, _ := json.Marshal(Schema{Fields: []Field{{Name: name, Type: field}}}) // of texts
	return mention.Errorf("found %s such as %s, expected numbers or categories: %sleave it out with %v", what, example,
		mention.Clause(
			"a file with %s, named in %v, takes it as seconds, or ", declaration, mention.Schema,
		), mention.Exclude.Each(name))
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
		if slices.Contains(clockLayouts, layout) {
			continue
		}
		layoutDays := make([]float64, 0, len(c.Levels))
		for _, text := range written {
			t, err := time.Parse(layout, text)
			if err != nil {
				break
			}
			layoutDays = append(layoutDays, float64(t.Unix())/86400+float64(t.Nanosecond())/86400e9)
		}
		if k := len(layoutDays); k < len(c.Levels) {
			fails = max(fails, k)
			continue
		}
		for i := range days {
			if days[i] != layoutDays[i] {
				return nil, fmt.Errorf("row %d: found %s, which may be %s or %s, expected dates that are clear, such as 2024-01-31",
					c.rows[i], found(c.Levels[i]), Day(days[i]), Day(layoutDays[i]))
			}
		}
		days = layoutDays
	}
	if days == nil && len(c.Levels) > 0 {
		expected := "a date, such as 2024-01-31"
		if fails > 0 {
			expected = "a date written as " + found(c.Levels[0]) + " in row " + fmt.Sprint(c.rows[0])
		}
		advice := serial(c.Levels[fails])
		if advice == "" && !strings.ContainsFunc(c.Levels[fails], isDigit) {
			advice = mention.Clause("; %v if that stands for a missing value", mention.NA.Each(c.Levels[fails]))
		}
		return nil, mention.Errorf("row %d: found %s, expected %s%s", c.rows[fails], found(c.Levels[fails]), expected, advice)
	}
	return days, nil
}

// serial says that a number may be a spreadsheet's, of days since 1899-12-30, of the years 1954
// to 2119; "" of others.
func serial(cell string) string {
	const epoch = 25569 // the spreadsheet's number of 1970-01-01
	days, err := strconv.ParseFloat(cell, 64)
	if err != nil || days < 20000 || days > 80000 {
		return ""
	}
	return fmt.Sprintf(
		" (%s may be a spreadsheet's number of days since 1899-12-30: %s)%s", cell, Day(days-epoch),
		mention.Clause("; without %v it is a number of days as it is", mention.Date),
	)
}

// Day writes a number of days since 1970-01-01 as a date.
func Day(days float64) string { return time.Unix(int64(days*86400), 0).UTC().Format(time.DateOnly) }

// truths and falsehoods are the spellings, in upper or lower case, by which a column is known
// to hold truth values. Such columns may have assents and refusals, too.
var (
	truths, falsehoods = []string{"true", "t", "1"}, []string{"false", "f", "0"}
	assents, refusals  = []string{"yes", "y"}, []string{"no", "n"}
)

// truthOf returns the truth value that a cell is, 0 or 1 as a number included.
func truthOf(cell string) (value float64, is bool) {
	switch {
	case anyCase(cell, truths), anyCase(cell, assents):
		return 1, true
	case anyCase(cell, falsehoods), anyCase(cell, refusals):
		return 0, true
	case cell == "" || !isDigit(rune(cell[0])):
		return 0, false
	}
	v, err := strconv.ParseFloat(cell, 64)
	return v, err == nil && (v == 0 || v == 1)
}

// severalSpellings reports whether all cells are truth values, in more spellings than one for
// each: TRUE and yes, 0 and False. Two words alone may be two categories. A single letter counts
// where its opposite, or the word that it abbreviates, occurs too: T and N alone may be anything.
func severalSpellings(cells []string) bool {
	spellings, words := map[string]bool{}, map[string]bool{}
	values := map[float64]bool{}
	for _, cell := range cells {
		if spellings[cell] {
			continue
		}
		value, is := truthOf(cell)
		if !is {
			return false
		}
		spellings[cell], words[strings.ToLower(cell)], values[value] = true, true, true
	}
	for _, pair := range [][2]string{{"true", "false"}, {"yes", "no"}} {
		letters := [2]bool{words[pair[0][:1]], words[pair[1][:1]]}
		if letters[0] != letters[1] && !words[pair[0]] && !words[pair[1]] {
			return false
		}
	}
	return len(spellings) > 2 && len(values) == 2
}

// spelt returns a column of text as truth values, if all its levels are spellings of these; as
// it is otherwise.
func (c Column) spelt() Column {
	truth := make([]float64, len(c.Levels))
	for k, level := range c.Levels {
		value, is := truthOf(level)
		if !is {
			return c
		}
		truth[k] = value
	}
	return c.valued(Logical, truth)
}
