package main

import (
	"drfvi/cmd/drfvi/internal/finding"
	"drfvi/internal/format"
)

// standsInColumn tells which inputs may stand in for others; it is shown if any may.
func (e *estimate) standsInColumn() finding.Column {
	of := e.inference().StandsIn
	if of == nil {
		return finding.Column{}
	}
	c := finding.Column{Name: "stands_in", Cell: func(i int) any { return finding.Nonzero(of[i]) }}
	if len(e.standIns()) > 0 {
		c = c.Shown("note", func(any) string { return "may stand in" })
		c.Left = true
	}
	return c
}

// standIns are the names of the inputs that may stand in for others.
func (e *estimate) standIns() []string {
	var names []string
	for i, stands := range e.inference().StandsIn {
		if stands {
			names = append(names, inSentence(e.Variables[i]))
		}
	}
	return names
}

// standsIn says which inputs may stand in for others; "" if none may.
func (e *estimate) standsIn() string {
	const most = 4
	names := e.standIns()
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0] + " may stand in for others: it is nearly a function of them, so that the effect of one can look like that of another."
	}
	if left := len(names) - most; left > 1 {
		names = append(names[:most], format.Plural(left, "more input"))
	}
	return format.Enumerated(names) + " may stand in for others: each is nearly a function of the others, so that the effect of one can look like that of another."
}
