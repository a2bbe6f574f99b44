package datasets

import (
	"slices"
	"strings"
	"testing"
)

func TestQuotedLists(t *testing.T) {
	name, list, given, err := cutName(`"a=""b"` + " =x, \"y, t/ha\" ,\"\r\n\",")
	if name != `a="b` || !given || err != nil {
		t.Errorf("found the name %q, %v, %v", name, given, err)
	}
	if cells, err := splitList(list); err != nil || !slices.Equal(cells, []string{"x", "y, t/ha", "\r\n", ""}) {
		t.Errorf("found the cells %q, %v", cells, err)
	}
	for text, fault := range map[string]string{`"a`: "left open", `"a"b`: `found "b" after a quotation mark, expected ","`} {
		if _, err := splitList(text); err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("%s: %v, expected %q", text, err, fault)
		}
	}
}
