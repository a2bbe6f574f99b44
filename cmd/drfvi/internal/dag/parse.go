package dag

import (
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Parse reads a graph: dagitty's text, dag { a -> b <- c; u [latent] }, without "dag { }" too, or an
// edge in each line, "a,b" for an arrow from a to b. Names with other signs than letters, digits,
// points and underscores stand in quotation marks. a <-> b stands for a latent cause of both. Errors
// begin with the number of a line.
func Parse(text string) (*Graph, error) {
	g := &Graph{latent: map[string]bool{}, parents: map[string][]string{}}
	var err error
	if text = strings.TrimPrefix(text, "\ufeff"); isList(text) {
		err = g.list(text)
	} else {
		r := reader{of: g, text: []rune(text), line: 1}
		err = r.graph()
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

// list reads a list of edges; a first line "from,to" is its header.
func (g *Graph) list(text string) error {
	k := 0
	for line := range strings.Lines(text) {
		k++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' || k == 1 && strings.EqualFold(line, "from,to") {
			continue
		}
		r := csv.NewReader(strings.NewReader(line))
		r.TrimLeadingSpace = true
		names, err := r.Read()
		if err != nil || len(names) != 2 || strings.TrimSpace(names[0]) == "" || strings.TrimSpace(names[1]) == "" {
			return fmt.Errorf("%d: found %q, expected two names such as a,b for an arrow from a to b", k, line)
		}
		g.arrow(strings.TrimSpace(names[0]), strings.TrimSpace(names[1]))
	}
	return nil
}

// reader reads dagitty's language.
type reader struct {
	of   *Graph
	text []rune
	at   int
	line int
}

// fault is an error at the place of the reader.
func (r *reader) fault(format string, of ...any) error {
	return fmt.Errorf("%d: %s", r.line, fmt.Sprintf(format, of...))
}

// token returns the next sign, arrow or name, "" at the end; quoted says that it is a name in
// quotation marks.
func (r *reader) token() (token string, quoted bool, err error) {
	for r.at < len(r.text) {
		c := r.text[r.at]
		rest := string(r.text[r.at:min(r.at+3, len(r.text))])
		switch {
		case c == '\n':
			r.line++
			r.at++
		case unicode.IsSpace(c) || c == ';' || c == ',':
			r.at++
		case c == '#' || strings.HasPrefix(rest, "//"):
			for r.at < len(r.text) && r.text[r.at] != '\n' {
				r.at++
			}
		case strings.HasPrefix(rest, "<->"):
			r.at += 3
			return "<->", false, nil
		case strings.HasPrefix(rest, "->") || strings.HasPrefix(rest, "<-") || strings.HasPrefix(rest, "--"):
			r.at += 2
			return rest[:2], false, nil
		case strings.ContainsRune("{}[]=", c):
			r.at++
			return string(c), false, nil
		case c == '"':
			end := slices.Index(r.text[r.at+1:], '"')
			if end < 0 {
				return "", false, r.fault("found a quotation mark that is not closed")
			}
			name := string(r.text[r.at+1 : r.at+1+end])
			r.at += end + 2
			return name, true, nil
		case isName(c):
			begin := r.at
			for r.at < len(r.text) && isName(r.text[r.at]) {
				r.at++
			}
			return string(r.text[begin:r.at]), false, nil
		default:
			return "", false, r.fault("found %q, expected names, arrows such as -> and <-, or brackets", string(c))
		}
	}
	return "", false, nil
}

func isName(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsDigit(c) || c == '_' || c == '.'
}

// peek returns the next token and leaves it there.
func (r *reader) peek() (string, bool, error) {
	at, line := r.at, r.line
	token, quoted, err := r.token()
	r.at, r.line = at, line
	return token, quoted, err
}

// graph reads the whole text.
func (r *reader) graph() error {
	begin, line := r.at, r.line
	kind, _, err := r.token()
	if err != nil {
		return err
	}
	next, _, err := r.token()
	if err == nil && next != "{" && next != "" && !isSign(next) && kind != "" { // a name of the graph
		next, _, err = r.token()
	}
	if err != nil {
		return err
	}
	if next != "{" || isSign(kind) {
		r.at, r.line = begin, line
		_, err := r.statements("")
		return err
	}
	if kind != "dag" && kind != "digraph" {
		return fmt.Errorf("%d: found a graph of the kind %q, expected dag: others do not say which way all arrows go", line, kind)
	}
	if _, err := r.statements("}"); err != nil {
		return err
	}
	if rest, _, err := r.token(); err != nil || rest != "" {
		return r.fault("found %q after the graph, expected its end", rest)
	}
	return nil
}

// isSign tells whether a token is no name.
func isSign(token string) bool {
	return slices.Contains([]string{"", "{", "}", "[", "]", "=", "->", "<-", "<->", "--"}, token)
}

// statements reads chains of names and arrows up to a sign, and returns all their names.
func (r *reader) statements(end string) ([]string, error) {
	var all []string
	for {
		token, quoted, err := r.peek()
		if err != nil {
			return nil, err
		}
		if token == end && !quoted {
			_, _, err := r.token()
			return all, err
		}
		if token == "" {
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
	if err != nil {
		return nil, err
	}
	all := left
	for {
		arrow, quoted, err := r.peek()
		if err != nil || quoted || !slices.Contains([]string{"->", "<-", "<->", "--"}, arrow) {
			return all, err
		}
		if _, _, err := r.token(); err != nil {
			return nil, err
		}
		if arrow == "--" {
			return nil, r.fault("found --, expected an arrow, -> or <-, or <-> for a latent cause of both")
		}
		right, err := r.operand()
		if err != nil {
			return nil, err
		}
		for _, a := range left {
			for _, b := range right {
				switch {
				case a == b:
					return nil, r.fault("found an arrow from %q to itself", a)
				case arrow == "->":
					r.of.arrow(a, b)
				case arrow == "<-":
					r.of.arrow(b, a)
				default:
					cause := hidden(a, b)
					r.of.latent[cause] = true
					r.of.arrow(cause, a)
					r.of.arrow(cause, b)
				}
			}
		}
		all, left = append(all, right...), right
	}
}

// operand reads a name with its properties, or names in brackets.
func (r *reader) operand() ([]string, error) {
	name, quoted, err := r.token()
	switch {
	case err != nil:
		return nil, err
	case name == "{" && !quoted:
		return r.statements("}")
	case isSign(name) && !quoted:
		found := fmt.Sprintf("%q", name)
		if name == "" {
			found = "the end"
		}
		return nil, r.fault("found %s, expected the name of a node", found)
	}
	next, _, err := r.peek()
	if err != nil || next != "[" {
		if name == "bb" && next == "=" { // dagitty's picture
			_, _, _ = r.token()
			_, _, err = r.token()
			return nil, err
		}
		r.of.node(name)
		return []string{name}, err
	}
	r.of.node(name)
	for token := ""; token != "]"; {
		if token, _, err = r.token(); err != nil {
			return nil, err
		}
		switch token {
		case "":
			return nil, r.fault("found the end, expected ] after the properties of %q", name)
		case "latent", "unobserved", "l", "u":
			r.of.latent[name] = true
		}
	}
	return []string{name}, nil
}
