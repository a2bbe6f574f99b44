package external

import (
	"fmt"
	"strings"
	"testing"
)

// Of an answer's texts the first twenty are kept, and the others counted.
func TestManyTexts(t *testing.T) {
	var warnings, software []string
	for i := range 30 {
		warnings = append(warnings, fmt.Sprintf(`"%d %s"`, i, strings.Repeat("é", 600)))
		software = append(software, fmt.Sprintf(`"s%02d":"%s"`, i, strings.Repeat("1", 600)))
	}
	a, err := readAnswer(fmt.Appendf(nil, `{"protocol":1,"importances":[{"name":"x","value":1}],"warnings":[%s],"software":{%s}}`,
		strings.Join(warnings, ","), strings.Join(software, ",")), []string{"x"})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Warnings) != 21 || a.Warnings[20] != "and 10 more warnings" || len([]rune(a.Warnings[0])) != 500 || !strings.HasSuffix(a.Warnings[0], "é…") {
		t.Errorf("%d warnings, the last %q", len(a.Warnings), a.Warnings[len(a.Warnings)-1])
	}
	if len(a.Software) != 20 || len([]rune(a.Software["s19"])) != 500 {
		t.Errorf("%d pieces of software", len(a.Software))
	}
}
