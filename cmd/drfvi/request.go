package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/datasets"
	"drfvi/internal/mention"
	"drfvi/internal/nearest"
)

// requestOptions are those of the command that other programs call: all that a command line says,
// and the tables, in one JSON document.
type requestOptions struct{}

func (o *requestOptions) addFlags(cmd *cobra.Command) {
	cmd.Args = exactly("a FILE with a request, or - for standard input")
	flags.ReadsTable(cmd)
}

// run answers a request: {"answer": …, "warnings": […]} or {"error": …}, as JSON.
func (o *requestOptions) run(cmd *cobra.Command, args []string) error {
	answer, err := answered(cmd, args[0])
	if cmd.Context().Err() != nil {
		return err
	}
	if fault := report.WriteJSON(cmd.OutOrStdout(), answer); fault != nil {
		return errors.Join(err, fault)
	}
	return err
}

// answered returns the answer to the request in a file, and the error if there is one.
func answered(cmd *cobra.Command, file string) (report.Object, error) {
	in := cmd.InOrStdin()
	if file != standardInput {
		opened, err := os.Open(file)
		if err != nil {
			return refusal(err), err
		}
		defer opened.Close()
		in = opened
	}
	text, err := readRequest(in, longestRequest)
	if err != nil {
		err = fmt.Errorf("%s: cannot read the request: %w", origin(file), err)
		return refusal(err), err
	}
	request, err := parseAsked(text)
	if err != nil {
		return refusal(err), flags.UsageError(err)
	}
	answer, err := request.answer(cmd)
	if err != nil {
		return refusal(err), err
	}
	return report.Object{
		{"answer", json.RawMessage(strings.TrimSpace(answer.String()))},
		{"warnings", append([]any{}, collect(answer.warnings, messageParts)...)},
	}, nil
}

// longestRequest is the largest size of a request, in bytes: its tables are in memory.
const longestRequest = 1 << 30

// readRequest reads a request of so many bytes at most, and of what is no text, as a device,
// the beginning.
func readRequest(in io.Reader, limit int) ([]byte, error) {
	buffered := bufio.NewReader(in)
	if head, _ := buffered.Peek(buffered.Size()); bytes.IndexByte(head, 0) >= 0 {
		return head, nil
	}
	return readAll(buffered, "it", limit, "a request, with the path of a file in the place of rows")
}

// refusal is the answer to a request that has none.
func refusal(err error) report.Object {
	return report.Object{{"error", messageParts(mention.Marked(err))}}
}

// asked is a request.
type asked struct {
	command         string
	table, newTable *askedTable // nil for none
	groups          []askedGroup
	laws            []askedLaw
	settings        map[string]json.RawMessage
}

// askedTable is a table: a file, or rows; with what its columns are.
type askedTable struct {
	name    string // in messages; "" for one of the program's
	path    string
	rows    *string
	numbers []int // of the rows in messages; nil for 1, 2, …
	schema  *datasets.Schema
}

// askedGroup is a group of columns that count as one input, askedLaw the law of an input.
type askedGroup struct {
	name    string
	columns []string
}
type askedLaw struct {
	input, law string
	parameters []json.Number
}

// requestable are the commands that requests may name.
func requestable(root *cobra.Command) []string {
	return collect(having(root.Commands(), func(c *cobra.Command) bool {
		return c.GroupID == ownTables && c.Name() != "request" && c.Flags().Lookup("format") != nil
	}), (*cobra.Command).Name)
}

// parseAsked reads a request.
func parseAsked(text []byte) (*asked, error) {
	a := new(asked)
	var table, unseen json.RawMessage
	var groups, laws []json.RawMessage
	err := nearest.Object("request", text, map[string]any{
		"command": &a.command, "table": &table, "new": &unseen, "groups": &groups, "laws": &laws, "settings": &a.settings,
	})
	if err != nil {
		return nil, err
	}
	if a.table, err = parseAskedTable("request, table", table); err != nil {
		return nil, err
	}
	if a.newTable, err = parseAskedTable("request, new", unseen); err != nil {
		return nil, err
	}
	for k, text := range groups {
		var g askedGroup
		what := fmt.Sprintf("request, group %d", k+1)
		if err := nearest.Object(what, text, map[string]any{"name": &g.name, "columns": &g.columns}); err != nil {
			return nil, err
		}
		if g.name == "" || len(g.columns) == 0 {
			return nil, fmt.Errorf("%s lacks a name or columns, expected both", what)
		}
		a.groups = append(a.groups, g)
	}
	for k, text := range laws {
		var l askedLaw
		if err := nearest.Object(
			fmt.Sprintf("request, law %d", k+1), text,
			map[string]any{"input": &l.input, "law": &l.law, "parameters": &l.parameters},
		); err != nil {
			return nil, err
		}
		a.laws = append(a.laws, l)
	}
	return a, nil
}

// parseAskedTable reads a table of a request, nil if there is none.
func parseAskedTable(what string, text json.RawMessage) (*askedTable, error) {
	if text == nil {
		return nil, nil
	}
	t := new(askedTable)
	var schema json.RawMessage
	if err := nearest.Object(
		what, text,
		map[string]any{"name": &t.name, "path": &t.path, "rows": &t.rows, "numbers": &t.numbers, "schema": &schema},
	); err != nil {
		return nil, err
	}
	var err error
	if schema != nil {
		if t.schema, err = datasets.ParseSchema(what+", schema", schema); err != nil {
			return nil, err
		}
	}
	switch {
	case t.path == standardInput:
		return nil, fmt.Errorf("%s: a request has no standard input, expected the path of a file, or rows", what)
	case (t.path == "") == (t.rows == nil):
		return nil, fmt.Errorf("%s: expected either the path of a file, or rows", what)
	case t.rows != nil && t.schema == nil:
		return nil, fmt.Errorf("%s has rows and no schema, expected one that names their columns", what)
	}
	return t, nil
}

// Names of the tables of requests in messages.
const (
	askedTableName = "the table"
	askedNewName   = "the new rows"
)

// answer runs the command of a request with its settings, and returns what it writes.
func (a *asked) answer(cmd *cobra.Command) (*requestAnswer, error) {
	root := newRoot()
	names := requestable(root)
	target, _, err := root.Find([]string{a.command})
	if err != nil || target == root || target.Name() != a.command || nearest.Of(a.command, names) != a.command {
		return nil, flags.UsageError(fmt.Errorf("request: %w", nearest.Unknown("command", a.command, names)))
	}
	args := []string{a.command, "--"} // after which there are no flags
	if a.table != nil {
		args = append(args, a.table.shown(askedTableName))
	}
	if err := a.set(target); err != nil {
		return nil, err
	}
	inputs := &askedInputs{trainingTable: a.table, newTable: a.newTable}
	out := new(requestAnswer)
	root.SetArgs(args)
	root.SetIn(inputs)
	root.SetOut(out)
	root.SetErr(cmd.ErrOrStderr())
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if a.table == nil || a.table.path == "" {
			args = nil // a name is no file
		}
		return flags.Guard(cmd, args, inputs, cmd.OutOrStdout())
	}
	return out, root.ExecuteContext(cmd.Context())
}

// tablePlace is the place of a table in a command and in a request.
type tablePlace int

// A command has its table as an argument, and may have another one of rows to predict.
const (
	trainingTable tablePlace = iota
	newTable
)

// askedInputs are the tables of a request by their places, instead of the standard input.
type askedInputs map[tablePlace]*askedTable

// Read is of a command that reads the standard input, which a request has not.
func (in askedInputs) Read([]byte) (int, error) {
	return 0, errors.New("a request has no standard input, expected the path of a file, or rows")
}

// tableAt returns the table of a request at a place, nil if the command has none from a request.
func tableAt(place tablePlace, stdin io.Reader) *askedTable {
	if inputs, is := stdin.(*askedInputs); is {
		return (*inputs)[place]
	}
	return nil
}

// shown is the name of the table in messages: its path, the name that the request gives it, or
// another.
func (t *askedTable) shown(otherwise string) string {
	if t.name == standardInput {
		return otherwise
	}
	return cmp.Or(t.path, t.name, otherwise)
}

// read reads the table; name stands for it in messages.
func (t *askedTable) read(name string, options datasets.Options) (*datasets.Table, error) {
	if t.schema != nil {
		options.Schema = options.Schema.Over(t.schema)
	}
	if t.rows != nil {
		return datasets.ParseRows(*t.rows, name, t.numbers, options)
	}
	return datasets.Read(t.path, options)
}

// describe describes the table; name stands for it in messages.
func (t *askedTable) describe(name string, options datasets.Options) (*datasets.Description, error) {
	if t.schema != nil {
		options.Schema = options.Schema.Over(t.schema)
	}
	if t.rows != nil {
		return datasets.DescribeRows(*t.rows, name, t.numbers, options)
	}
	return datasets.Describe(t.path, options)
}
