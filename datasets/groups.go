package datasets

import (
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/nearest"
)

// longestGroup bounds the name of a group, which figures and tables have beside values.
const longestGroup = 200

// ParseGroups reads groups of columns written "name=column,column,…" and
// returns them with the indices of their columns in names, in the order
// written. Columns are chosen as by Matching: a pattern is Deck_*, a range a:d.
// A name with a comma or an equals sign is put in quotation marks.
//
// Malformed groups, unknown columns, a column in two groups or twice in one, and two groups of
// one name are errors. So is a group with the name of a column outside it, or of one of others.
func ParseGroups(groups, names []string, others ...string) ([]Variable, error) {
	member := map[int]string{} // column → its group
	places := placesOf(names)
	var parsed []Variable
	for _, text := range groups {
		name, list, ok, err := cutName(text)
		if err != nil || !ok || name == "" || strings.TrimSpace(list) == "" {
			return nil, fmt.Errorf("group %q, expected a name and columns, like place=latitude,longitude", text)
		}
		if len(name) > longestGroup {
			return nil, fmt.Errorf("group %q… has a name of %d letters, expected at most %d", name[:20], len(name), longestGroup)
		}
		if slices.ContainsFunc(parsed, func(v Variable) bool { return v.Name == name }) {
			return nil, fmt.Errorf("group %q is given twice, expected distinct names", name)
		}
		columns := strings.Split(list, ",")
		if strings.Contains(list, `"`) {
			columns, err = splitList(list)
		}
		if err != nil {
			return nil, fmt.Errorf(
				"group %q: cannot read its columns %q, expected names separated by commas: %w", name, list, err,
			)
		}
		v := Variable{Name: name}
		if columns, err = Matching("input column", names, columns); err != nil {
			return nil, fmt.Errorf("group %q: %w", name, err)
		}
		for _, column := range columns {
			j := places[column]
			if other, grouped := member[j]; grouped {
				return nil, fmt.Errorf("group %q: column %q is already in group %q, expected groups without common "+
					"columns", name, column, other)
			}
			member[j] = name
			v.Columns = append(v.Columns, j)
		}
		parsed = append(parsed, v)
	}
	for _, v := range parsed {
		if j, known := places[v.Name]; known && member[j] != v.Name || slices.Contains(others, v.Name) {
			return nil, fmt.Errorf("group %q has the name of a column that is not in it, expected another name", v.Name)
		}
	}
	return parsed, nil
}

// joinMatrices adds the groups of the columns of matrices, of those inputs that no group has: a
// column of a data frame of R that is several is one input.
func joinMatrices(groups []Variable, inputs []Column) []Variable {
	var matrices []Variable
	used := map[string]bool{}
	for j, c := range inputs {
		used[c.Name] = true
		if c.matrix == "" || slices.ContainsFunc(groups, func(v Variable) bool { return slices.Contains(v.Columns, j) }) {
			continue
		}
		place := slices.IndexFunc(matrices, func(v Variable) bool { return v.Name == c.matrix })
		if place < 0 {
			place, matrices = len(matrices), append(matrices, Variable{Name: c.matrix})
		}
		matrices[place].Columns = append(matrices[place].Columns, j)
	}
	for _, v := range groups {
		used[v.Name] = true
	}
	return append(groups, slices.DeleteFunc(matrices, func(v Variable) bool {
		return len(v.Columns) == 1 ||
			used[v.Name]
	})...)
}

// group fills in the variables: the inputs, those of a group as one.
func (p *Problem) group(groups []Variable) {
	names := nearest.Words(p.Inputs, func(e Input) string { return e.Name }) // or those of their groups
	for _, group := range groups {
		for _, j := range group.Columns {
			names[j] = group.Name
		}
	}
	places := map[string]int{} // of the variables, by name
	for j, e := range p.Inputs {
		v, begun := places[names[j]]
		if !begun {
			v = len(p.Variables)
			places[names[j]] = v
			p.Variables = append(p.Variables, Variable{Name: names[j]})
		}
		for k := range e.Width {
			p.Variables[v].Columns = append(p.Variables[v].Columns, e.First+k)
		}
	}
	p.Variables = slices.DeleteFunc(p.Variables, func(v Variable) bool { return len(v.Columns) == 0 })
}
