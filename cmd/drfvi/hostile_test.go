package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"drfvi/internal/format"
)

// hostileNames are names of columns that mean something in one form or another.
var hostileNames = []string{
	"a\x1b[31mb", "a\u0085b\u009b2J", "a\x7fb", "a\u202eb\u2066c", "a\u200b\ufeffb", "a\ufffeb", "a\nb", "a\tb", "a\u2028b",
	strings.Repeat("x", 3000), "<script>alert(1)</script>", "a & b &lt; &#65;", `"a" 'b'`, "]]> -->", "a|b", "*a* `b`", "[a](b)", "# a", "- a",
	`\a{b}$c^_%~#&`, "[a]", "=1+1", "+a", "@a", "-a", "e\u0301\u0302", "a--b",
}

// hostileTable writes a table with these names, of which the endless one moves the target.
func hostileTable(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "hostile.csv")
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write(append(slices.Clone(hostileNames), "y"))
	random := rand.New(rand.NewPCG(1, 2))
	for range 130 {
		var row []string
		var y float64
		for j := range hostileNames {
			v := random.NormFloat64()
			if j == 9 {
				y = v + 0.1*random.NormFloat64()
			}
			row = append(row, fmt.Sprint(v))
		}
		_ = w.Write(append(row, fmt.Sprint(y)))
	}
	w.Flush()
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// wellFormed reports what of a form a command wrote is not as the form has it.
func wellFormed(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	switch filepath.Ext(path) {
	case ".svg":
		decoder := xml.NewDecoder(bytes.NewReader(data))
		for err == nil {
			_, err = decoder.Token()
		}
		if err != io.EOF {
			return err
		}
		err = nil
		if n := len(data); n > 300_000 {
			return fmt.Errorf("%d bytes", n)
		}
	case ".png":
		_, err = png.Decode(bytes.NewReader(data))
	case ".pdf":
		if !bytes.HasPrefix(data, []byte("%PDF-")) || bytes.Contains(data, []byte("NaN")) {
			err = fmt.Errorf("not a PDF file of numbers")
		}
	case ".html":
		text, _, _ := bytes.Cut(data, []byte(`id="data"`))
		if bytes.Contains(data, []byte("<script>alert")) || bytes.ContainsAny(data, "\x1b\x7f") || !utf8.Valid(data) || bytes.Contains(text, []byte(strings.Repeat("x", 100))) {
			err = fmt.Errorf("names are not text of a few letters: %.200q", data[max(0, bytes.Index(data, []byte(strings.Repeat("x", 100)))-100):])
		}
	}
	return err
}

// TestHostileNames: commands write names that mean something in a form as what they are, and
// endless ones shortened, in all forms.
func TestHostileNames(t *testing.T) {
	table, dir := hostileTable(t), t.TempDir()
	run := func(words ...string) string {
		t.Helper()
		code, stdout, stderr := call(context.Background(), append(words, "--targets", "y", "--preset", "paper", "--trees", "6")...)
		if code != codeDone {
			t.Fatalf("%s: exit code %d, %s", words[0], code, stderr)
		}
		return stdout
	}
	file := func(name string) string { return filepath.Join(dir, name) }
	texts := []string{run("importance", table, "--aspects", "--html", file("a.html"), "--figures", file("figures"), "--figure-format", "svg")}
	extensions := []string{"svg", "png", "pdf"}
	if testing.Short() {
		extensions = extensions[:1]
	}
	for _, extension := range extensions {
		texts = append(texts, run("importance", table, "--no-test", "--plot", file("importance."+extension)))
	}
	texts = append(texts, run("groups", table, "--plot", file("groups.svg")), run("rfe", table, "--repeats", "1", "--plot", file("rfe.svg")))
	for _, text := range texts {
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(line); n > 2*format.Longest+80 {
				t.Errorf("a line of %d letters: %.60q", n, line)
			}
			if strings.ContainsAny(strings.TrimSuffix(line, "\n"), "\x1b\x7f\t\u0085\u202e\u2028") {
				t.Errorf("a line with a control character: %.60q", line)
			}
		}
	}
	written, err := filepath.Glob(file("*.*"))
	figures, more := filepath.Glob(file("figures/*.svg"))
	if written = append(written, figures...); err != nil || more != nil || len(written) < 10 {
		t.Fatalf("%q, %v, %v", written, err, more)
	}
	for _, path := range written {
		if err := wellFormed(path); err != nil {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
	}
	// Other programs get names as they are.
	var found struct{ Variables []struct{ Name string } }
	if err := json.Unmarshal([]byte(run("importance", table, "--no-test", "--format", "json")), &found); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(run("importance", table, "--no-test", "--format", "csv"))).ReadAll()
	if err != nil || len(rows) != len(hostileNames)+1 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for j, name := range hostileNames {
		if found.Variables[j].Name != name || rows[j+1][0] != name {
			t.Errorf("%.40q is %.40q in JSON and %.40q in CSV", name, found.Variables[j].Name, rows[j+1][0])
		}
	}
}

// Categories and targets of predictions command no terminal.
func TestHostileCategories(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.csv")
	var b strings.Builder
	b.WriteString("x,g\x1b[31m,z\n")
	for i := range 40 {
		fmt.Fprintf(&b, "%d,p\x1b[2J%d,%d\n", i, i%2, i%7)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, targets := range []string{"g\x1b[31m", "g\x1b[31m,z"} {
		code, stdout, stderr := call(context.Background(), "predict", path, "--targets", targets, "--out-of-bag", "--trees", "10")
		if code != codeDone || strings.Contains(stdout, "\x1b") || !strings.Contains(stdout, `p\x1b[2J1`) {
			t.Errorf("%s: exit code %d\n%q\n%s", targets, code, stdout, stderr)
		}
	}
}
