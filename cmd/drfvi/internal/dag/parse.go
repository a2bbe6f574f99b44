package dag

import (
	"encoding/csv"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Parse reads a graph: dagitty's text, dag { a -> b <- c; u [latent] }, without "dag { }" too, or an
// edge in each line, "a,b" for an arrow from a to b. Names with other signs than letters, digits,
// points and underscores stand in quotation marks. a <-> b stands for a latent cause of both. The first
// line of a list may be its header, "from,to", unless both are among the columns. Errors begin with the
// number of a line.
func Parse(text string, columns ...string) (*Graph, error) {
	g := &Graph{latent: map[string]bool{}, parents: map[string][]string{}}
	var err error
	if text = strings.TrimPrefix(text, "\ufeff"); isList(text) {
		err = g.list(text, columns)
	} else {
		r := reader{graph: g, tokens: tokens(text), last: token{line: 1}}
		err = r.read()
	}
	if err == nil && len(g.order) == 0 {
		err = errors.New("1: found no arrow, expected a graph such as dag { a -> b }")
	}
	if err == nil {
		err = g.sort()
	}
	return g, err
}

// isList tells whether a text is a list of edges: the first line that says something has a comma and
// neither an arrow nor a bracket.
func isList(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return strings.Contains(line, ",") && !strings.Contains(line, "->") && !strings.Contains(line, "<-") && !strings.ContainsAny(line, "{[")
		}
	}
	return false
}

// list reads a list of edges, whose first line may be a header.
func (g *Graph) list(text string, columns []string) error {
	k, first := 0, true
	for line := range strings.Lines(text) {
		k++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		r := csv.NewReader(strings.NewReader(line))
		r.TrimLeadingSpace = true
		names, err := r.Read()
		if err != nil || len(names) != 2 || strings.TrimSpace(names[0]) == "" || strings.TrimSpace(names[1]) == "" {
			return fmt.Errorf("%d: found %q, expected two names such as a,b for an arrow from a to b", k, line)
		}
		from, to := strings.TrimSpace(names[0]), strings.TrimSpace(names[1])
		if first && strings.EqualFold(from, "from") && strings.EqualFold(to, "to") && !(slices.Contains(columns, from) && slices.Contains(columns, to)) {
			g.Header = []string{from, to}
		} else {
			g.arrow(from, to)
		}
		first = false
	}
	return nil
}

// token is a sign, an arrow or a name, which may be in quotation marks; the last one is empty, or
// has what is wrong with the text from there on.
type token struct {
	text   string
	quoted bool
	line   int
	fault  error
}

// is tells whether a token is one of some signs.
func (t token) is(signs ...string) bool { return !t.quoted && slices.Contains(signs, t.text) }

func (t token) isName() bool {
	return t.quoted || !t.is("", "{", "}", "[", "]", "=", "->", "<-", "<->", "--")
}

// Between tokens are blanks and comments.
var (
	blanks = regexp.MustCompile(`^(?:[\s\v\pZ\x{85};,]|#.*|//.*)+`)
	words  = regexp.MustCompile(`^(?:<->|->|<-|--|[{}\[\]=]|"[^"]*"|[\pL\p{Nd}_.]+)`)
)

// tokens parts a text.
func tokens(text string) []token {
	var all []token
	for line := 1; ; {
		blank := blanks.FindString(text)
		line += strings.Count(blank, "\n")
		text = text[len(blank):]
		word := words.FindString(text)
		t := token{text: strings.Trim(word, `"`), quoted: strings.HasPrefix(word, `"`), line: line}
		if word == "" {
			if strings.HasPrefix(text, `"`) {
				t.fault = fmt.Errorf("%d: found a quotation mark that is not closed", line)
			} else if c, _ := utf8.DecodeRuneInString(text); text != "" {
				t.fault = fmt.Errorf("%d: found %q, expected names, arrows such as -> and <-, or brackets", line, string(c))
			}
			return append(all, t)
		}
		all, text = append(all, t), text[len(word):]
	}
}

// reader reads dagitty's language.
type reader struct {
	graph  *Graph
	tokens []token // that are left
	last   token   // that was taken
}

func (r *reader) take() token {
	r.last = r.tokens[0]
	if len(r.tokens) > 1 {
		r.tokens = r.tokens[1:]
	}
	return r.last
}

// fault is an error at the place of the reader, or what is wrong with the text there.
func (r *reader) fault(format string, values ...any) error {
	if r.last.fault != nil {
		return r.last.fault
	}
	return fmt.Errorf("%d: %s", r.last.line, fmt.Sprintf(format, values...))
}

func (r *reader) read() error {
	all := r.tokens
	kind, open := r.take(), r.take()
	if kind.text != "" && open.isName() { // of the graph
		open = r.take()
	}
	if open.text != "{" || !kind.isName() {
		r.tokens, r.last = all, token{line: 1}
		_, err := r.statements("")
		return err
	}
	if kind.text != "dag" && kind.text != "digraph" {
		return fmt.Errorf("%d: found a graph of the kind %q, expected dag: others do not say which way all arrows go", kind.line, kind.text)
	}
	if _, err := r.statements("}"); err != nil {
		return err
	}
	if rest := r.take(); rest.text != "" || rest.fault != nil {
		return r.fault("found %q after the graph, expected its end", rest.text)
	}
	return nil
}

// statements reads chains of names and arrows up to a sign, and returns all their names.
func (r *reader) statements(end string) ([]string, error) {
	var all []string
	for {
		switch t := r.tokens[0]; {
		case t.fault != nil:
			return nil, t.fault
		case t.is(end):
			r.take()
			return all, nil
		case t.text == "":
			return nil, r.fault("found the end, expected %q", end)
		}
		names, err := r.chain()
		if err != nil {
			return nil, err
		}
		all = append(all, names...)
	}
}

// chain reads names with arrows between them, a -> b <- {c d}, and their properties.
func (r *reader) chain() ([]string, error) {
	left, err := r.operand()
	all := left
	for err == nil && r.tokens[0].is("->", "<-", "<->", "--") {
		arrow := r.take().text
		if arrow == "--" {
			return nil, r.fault("found --, expected an arrow, -> or <-, or <-> for a latent cause of both")
		}
		var right []string
		if right, err = r.operand(); err != nil {
			break
		}
		for _, a := range left {
			for _, b := range right {
				switch {
				case a == b:
					return nil, r.fault("found an arrow from %q to itself", a)
				case arrow == "->":
					r.graph.arrow(a, b)
				case arrow == "<-":
					r.graph.arrow(b, a)
				default:
					cause := hidden(a, b)
					r.graph.latent[cause] = true
					r.graph.arrow(cause, a)
					r.graph.arrow(cause, b)
				}
			}
		}
		all, left = append(all, right...), right
	}
	return all, err
}

// operand reads a name with its properties, or names in brackets.
func (r *reader) operand() ([]string, error) {
	name := r.take()
	switch {
	case name.is("{"):
		return r.statements("}")
	case name.text == "" && !name.quoted:
		return nil, r.fault("found the end, expected the name of a node")
	case !name.isName():
		return nil, r.fault("found %q, expected the name of a node", name.text)
	case name.text == "bb" && r.tokens[0].is("="): // dagitty's picture
		r.take()
		r.take()
		return nil, nil
	}
	r.graph.node(name.text)
	if !r.tokens[0].is("[") {
		return []string{name.text}, nil
	}
	for property := r.take(); !property.is("]"); property = r.take() {
		switch property.text {
		case "":
			return nil, r.fault("found the end, expected ] after the properties of %q", name.text)
		case "latent", "unobserved", "l", "u":
			r.graph.latent[name.text] = true
		}
	}
	return []string{name.text}, nil
}
