package document

import "strings"

// htmlTable is what the template of tables is given.
type htmlTable struct {
	Table
	Label, Caption string
	Groups         []span  // nil without heads above the names
	Bodies         [][]Row // of which each but the first begins with a heading
}

func newHTMLTable(t Table, label string) htmlTable {
	t = t.onLines()
	h := htmlTable{Table: t, Label: label, Caption: strings.TrimSuffix(label+". "+typeset(t.Caption), ". "), Bodies: [][]Row{nil}}
	if t.hasGroups() {
		h.Groups = t.spans()
	}
	for i, row := range t.Rows {
		if row.Heading != "" && i > 0 {
			h.Bodies = append(h.Bodies, nil)
		}
		last := &h.Bodies[len(h.Bodies)-1]
		*last = append(*last, row)
	}
	return h
}
