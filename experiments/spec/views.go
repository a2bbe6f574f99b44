package spec

import (
	"slices"

	"gopkg.in/yaml.v3"

	"drfvi/experiments/internal/located"
	"drfvi/results"
)

// view is a table or a figure of the report on the experiment.
func (p *parser) view() located.Value {
	var v results.View
	dims := slices.Concat(p.cellKeys(), results.Dimensions())
	return located.Map("a view",
		located.Required("picture", located.Choice(&v.Picture, "picture", results.Pictures()), "the form"),
		located.Required("rows", located.Choices(&v.Rows, "key", dims), "the keys of which each combination has a row; for lines the number along the axis"),
		located.Required("columns", located.Items("a column", "a list of columns", func() located.Value {
			var c results.ViewColumn
			return located.Map("a column",
				located.Required("show", located.Choice(&c.Show, "number", results.Measures()), "the number shown"),
				located.Optional("by", located.Choices(&c.By, "key", dims), "the keys of which each combination has a column, or a panel"),
				located.Optional("name", located.Text(&c.Name), "the head instead of the number's own"),
				located.Optional("select", p.selector(&c.Select, "select"), "the cells it has, as for views"),
				located.Optional("against", p.selector(&c.Against, "against"), "the keys in which the cell differs that the number compares with"),
			).Then(func(*yaml.Node) { v.Columns = append(v.Columns, c) })
		}), "the columns of a table, or the panels of a figure"),
		located.Optional("series", located.Choices(&v.Series, "key", dims), "the keys of which each combination is a series of dots or a line"),
		located.Optional("select", p.selector(&v.Select, "select"), "the cells it has: values as `a|b` for either, `!a` for others, `first` for that of the first cell"),
		located.Optional("beside", located.Choices(&v.Beside, "companion", []string{"printed", "population"}), "what stands beside each number"),
		located.Optional("name", located.Word(&v.Name), "the end of the names of its files"),
		located.Optional("title", located.Text(&v.Title), "what it shows"),
		located.Optional("number", located.Text(&v.Number), "the number of the published table or figure that it stands for, such as Figure 2"),
		located.Optional("text", located.Text(&v.Text), "the text below it"),
		located.Optional("relevant", located.Answer(&v.Relevant), "whether only inputs that matter are shown, or the largest where these are not known"),
		located.Optional("sorted", located.Answer(&v.Sorted), "whether rows ascend by their first number"),
		located.Optional("across", located.Count(&v.Across, 1), "the number of panels side by side"),
		located.Optional("log", located.Answer(&v.Log), "whether both axes of lines are logarithmic"),
		located.Optional("front", located.Answer(&v.Front), "whether it stands on the first pages of the report"),
		located.Optional("aside", located.Answer(&v.Aside), "whether it is a file of its own, not in the report"),
	).Then(func(*yaml.Node) {
		p.spec.Views = append(p.spec.Views, v)
	})
}
