package chart

import (
	"strings"
	"testing"
)

func TestBroken(t *testing.T) {
	style := TextStyle(titleSize, true, Ink)
	text := "Recursive feature elimination on real data (Table 6): enb, n = 10"
	lines := broken(text, style, 150)
	if strings.Join(lines, " ") != text {
		t.Errorf("lines %q lose text", lines)
	}
	for _, line := range lines {
		if style.Width(line) > 150 {
			t.Errorf("line %q is too wide", line)
		}
	}
	if len(lines) < 2 || !strings.HasSuffix(lines[len(lines)-1], "n = 10") {
		t.Errorf("lines %q", lines)
	}
}
