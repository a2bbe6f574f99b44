package datasets

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"drfvi/datasets/internal/rdata"
	"drfvi/internal/mention"
)

// kindOfR maps types of plain vectors to kinds.
var kindOfR = map[rdata.Kind]Kind{rdata.Logical: Logical, rdata.Integer: Integer, rdata.Real: Number}

// plainClasses are classes of vectors and matrices that say nothing of what the values are.
var plainClasses = []string{
	"AsIs", "numeric", "integer", "character", "logical", "noquote", "labelled", "table", "matrix", "array",
	"ts", "mts",
}

// remediesOfR say, for classes and types of columns that are refused, what to make of them in R.
var remediesOfR = map[string]string{
	"Surv":             "make columns of its time and its status (censoring is not modelled)",
	"a complex vector": "take Re and Im, or Mod and Arg, of it",
	"a list":           "make a column for each element that a row can have",
	"a raw vector":     "as.integer makes numbers of it",
	"Interval":         "as.numeric makes seconds of it",
	"yearmon":          "as.Date makes dates of it",
	"yearqtr":          "as.Date makes dates of it",
	"POSIXlt":          "as.POSIXct makes points in time of it",
}

// refuseR is the error of a column of a class or type that is not read.
func refuseR(name, what string) error {
	remedy, known := remediesOfR[what]
	if !strings.HasPrefix(what, "a ") && !strings.HasPrefix(what, "an ") {
		if what = "the class " + found(what); !known {
			remedy, known = "as.numeric or as.character makes a plain vector of it if that keeps its meaning", true
		}
	}
	if known {
		remedy = "in R " + remedy + ", or "
	}
	return mention.Errorf("found %s, expected numbers, text, dates, times or a factor: %sleave the column out with %v",
		what, remedy, mention.Exclude.Each(name))
}

// columnsOfElement returns the columns that an element of a data frame makes: a matrix several,
// called element.column, which are one input.
func columnsOfElement(name string, o *rdata.Object) ([]*columnBuilder, error) {
	dim := o.Attribute("dim")
	if dim == nil {
		c, err := columnOf(name, o)
		return []*columnBuilder{c}, err
	}
	if slices.Contains(o.Classes(), "Surv") {
		return nil, refuseR(name, "Surv")
	}
	parts, err := columnsOfMatrix(name, o, dim)
	switch {
	case err != nil:
	case len(parts) == 1:
		parts[0].Name = name
	default:
		for j := range parts {
			if column, is := strings.CutPrefix(parts[j].Name, name+"."); is {
				parts[j].Name = column
			}
			parts[j].Name, parts[j].matrix = name+"."+parts[j].Name, name
		}
	}
	return parts, err
}

// columnOf returns a vector as a column, by its class.
func columnOf(name string, o *rdata.Object) (*columnBuilder, error) {
	column := &columnBuilder{Column: Column{Name: name, Kind: kindOfR[o.Kind], Values: o.Numbers}}
	class := slices.DeleteFunc(slices.Clone(o.Classes()), func(c string) bool {
		return slices.Contains(plainClasses, c) || strings.HasPrefix(c, "vctrs_")
	})
	number := o.Kind == rdata.Logical || o.Kind == rdata.Integer || o.Kind == rdata.Real
	is := func(name string) bool { return slices.Contains(class, name) }
	switch {
	case is("POSIXlt"):
		return column, refuseR(column.Name, "POSIXlt")
	case !o.Kind.IsRead():
		return column, refuseR(column.Name, o.Kind.String())
	case o.Length() == 0:
		return column, fmt.Errorf("found %s without elements, expected values", o.Kind)
	case o.Kind == rdata.List && len(class) == 0:
		return column, refuseR(column.Name, o.Kind.String())
	case is("factor"):
		return column, column.factor(o)
	case number && is("Date"):
		column.Kind = Date
	case number && is("POSIXct"):
		column.Kind, column.Values = Date, make([]float64, len(o.Numbers))
		for i, seconds := range o.Numbers {
			column.Values[i] = seconds / 86400
		}
	case number && is("difftime"):
		return column, column.duration(o, class)
	case number && is("Duration"): // of lubridate, as the next
		column.Kind = Duration
	case number && is("Period"):
		return column, column.period(o)
	case number && is("units"):
		column.inUnits(o)
	case o.Kind == rdata.Real && is("integer64"): // of package bit64
		column.integer64(o.Numbers)
	case is("haven_labelled_spss"), is("haven_labelled"):
		if number {
			column.Values = userMissing(o)
			return column, nil
		}
		if o.Kind == rdata.Strings {
			column.encode(Text, len(o.Strings), userTexts(o))
			return column, nil
		}
		return column, refuseR(column.Name, class[0])
	case len(class) > 0:
		return column, refuseR(column.Name, class[0])
	case number:
	case o.Kind == rdata.Strings:
		column.encode(Text, len(o.Strings), func(row int) (string, bool) { return o.Strings[row], !o.Absent[row] })
	default:
		return column, refuseR(column.Name, o.Kind.String())
	}
	return column, nil
}

// times returns the values times a factor.
func times(values []float64, factor float64) []float64 {
	products := make([]float64, len(values))
	for i, v := range values {
		products[i] = v * factor
	}
	return products
}

// secondsIn are the seconds of units of time, by the words of R and of its package units.
var secondsIn = map[string]float64{
	"secs": 1, "mins": 60, "hours": 3600, "days": 86400, "weeks": 604800,
	"s": 1, "sec": 1, "second": 1, "seconds": 1, "min": 60, "minute": 60, "minutes": 60,
	"h": 3600, "hr": 3600, "hour": 3600, "d": 86400, "day": 86400, "week": 604800, "ms": 1e-3, "us": 1e-6, "ns": 1e-9,
}

// duration makes seconds of a difference of times, in whichever unit R keeps it.
func (c *columnBuilder) duration(o *rdata.Object, class []string) error {
	unit := ""
	if u := o.Attribute("units"); u != nil && u.Kind == rdata.Strings && len(u.Strings) == 1 {
		unit = u.Strings[0]
	}
	factor, known := secondsIn[unit]
	if !known {
		return fmt.Errorf(
			"found a difference of times in the unit %s, expected secs, mins, hours, days or weeks", found(unit),
		)
	}
	if c.Kind, c.Values = Duration, times(c.Values, factor); slices.Contains(class, "hms") {
		c.Kind = Time
	}
	return nil
}

// period makes seconds of lubridate's periods, which are kept in parts.
func (c *columnBuilder) period(o *rdata.Object) error {
	c.Kind, c.Values = Duration, slices.Clone(c.Values)
	for _, part := range []struct {
		name    string
		seconds float64
	}{{"minute", 60}, {"hour", 3600}, {"day", 86400}, {"month", 0}, {"year", 0}} {
		counts := o.Attribute(part.name)
		if counts == nil || len(counts.Numbers) != len(c.Values) {
			return fmt.Errorf("found a period without its %ss, expected them in every row", part.name)
		}
		for i, n := range counts.Numbers {
			if n != 0 && n == n && part.seconds == 0 {
				return fmt.Errorf("row %d: found a period of %v %ss, which are of no fixed length, expected days, "+
					"hours, minutes and seconds", i+1, n, part.name)
			}
			c.Values[i] += float64(n * part.seconds)
		}
	}
	return nil
}

// inUnits keeps the unit of package units, and makes seconds of times.
func (c *columnBuilder) inUnits(o *rdata.Object) {
	words := func(name string) []string {
		if u := o.Attribute("units"); u != nil {
			for k, part := range u.List {
				if names := u.Attribute("names"); names != nil && k < len(names.Strings) && names.Strings[k] == name {
					return part.Strings
				}
			}
		}
		return nil
	}
	above, below := words("numerator"), words("denominator")
	if c.Kind = Number; len(above) == 1 && len(below) == 0 {
		if factor, known := secondsIn[above[0]]; known {
			c.Kind, c.Values = Duration, times(c.Values, factor)
			return
		}
	}
	if c.Unit = strings.Join(above, "*"); len(below) > 0 {
		c.Unit += "/" + strings.Join(below, "/")
	}
}

// integer64 makes numbers of the 64 bits of whole ones, which stay exact as text.
func (c *columnBuilder) integer64(bits []float64) {
	whole := func(row int) int64 { return int64(math.Float64bits(bits[row])) }
	c.source.text = func(row int) string { return strconv.FormatInt(whole(row), 10) }
	c.Kind, c.Values = Integer, make([]float64, len(bits))
	for i := range bits {
		if c.Values[i] = float64(whole(i)); whole(i) == math.MinInt64 {
			c.Values[i] = math.NaN()
		}
	}
}

// userMissing returns the numbers of a labelled vector without those that its user calls
// missing, as R's is.na does for haven_labelled_spss.
func userMissing(o *rdata.Object) []float64 {
	values, span := o.Attribute("na_values"), o.Attribute("na_range")
	if values == nil && span == nil {
		return o.Numbers
	}
	numbers := slices.Clone(o.Numbers)
	for i, v := range numbers {
		named := values != nil && slices.Contains(values.Numbers, v)
		within := span != nil && len(span.Numbers) == 2 && span.Numbers[0] <= v && v <= span.Numbers[1]
		if named || within {
			numbers[i] = math.NaN()
		}
	}
	return numbers
}

// userTexts returns the texts of a labelled vector, which are not there where its user calls
// them missing.
func userTexts(o *rdata.Object) func(row int) (string, bool) {
	missing := o.Attribute("na_values")
	return func(row int) (string, bool) {
		text := o.Strings[row]
		return text, !o.Absent[row] && (missing == nil || !slices.Contains(missing.Strings, text))
	}
}

// factor checks that the codes of a factor stand for levels.
func (c *columnBuilder) factor(o *rdata.Object) error {
	c.Kind, c.Values, c.Ordered = Factor, nil, slices.Contains(o.Classes(), "ordered")
	levels := o.Attribute("levels")
	if o.Kind != rdata.Integer || levels == nil || levels.Kind != rdata.Strings {
		return fmt.Errorf("found a factor made of %s, expected integers with levels", o.Kind)
	}
	known := map[string]bool{}
	for k, level := range levels.Strings {
		if levels.Absent[k] { // the level NA
			continue
		}
		if known[level] {
			return fmt.Errorf("found the level %s twice in a factor, expected distinct levels", found(level))
		}
		known[level] = true
	}
	c.Levels, c.Codes = levels.Strings, make([]int32, len(o.Numbers))
	for i, code := range o.Numbers {
		switch {
		case code != code:
			c.Codes[i] = -1
		case code < 1 || code > float64(len(c.Levels)):
			return fmt.Errorf("row %d: found the code %v in a factor, expected 1 to %d", i+1, code, len(c.Levels))
		case levels.Absent[int(code)-1]:
			c.Codes[i] = -1
		default:
			c.Codes[i] = int32(code) - 1
		}
	}
	return nil
}
