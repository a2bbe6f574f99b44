package library

import (
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestManifest(t *testing.T) {
	// n, p, d of Table 6, n before rows are drawn.
	shapes := map[string][3]int{
		"enb": {768, 8, 2}, "jura": {359, 15, 3}, "wq": {1060, 16, 14}, "oes97": {334, 263, 16}, "rf1": {9125, 64, 8},
		"scm20d": {8966, 61, 16}, "air": {43051, 15, 6}, "births": {30000, 24, 4}, "wage": {20000, 78, 2},
	}
	if len(Sets()) != len(shapes) {
		t.Errorf("%d sets, want %d", len(Sets()), len(shapes))
	}
	sum := regexp.MustCompile("^[0-9a-f]{64}$")
	for _, s := range Sets() {
		if want, ok := shapes[s.Name]; !ok || want != [3]int{s.Rows, s.Inputs, s.Responses} {
			t.Errorf("%s: n, p, d are %d, %d, %d, want %v", s.Name, s.Rows, s.Inputs, s.Responses, want)
		}
		if len(s.ResponseNames) != 0 && len(s.ResponseNames) != s.Responses {
			t.Errorf("%s: %d names for %d responses", s.Name, len(s.ResponseNames), s.Responses)
		}
		if s.Title == "" || s.Citation == "" || s.Licence == "" {
			t.Errorf("%s: title, citation or licence is missing", s.Name)
		}
		if (path.Ext(s.File) == ".arff") != (s.Objects == nil) {
			t.Errorf("%s: file %s with objects %q", s.Name, s.File, s.Objects)
		}
		u, err := url.Parse(s.URL)
		if err != nil || u.Scheme != "https" || path.Base(u.Path) != s.File {
			t.Errorf("%s: address %q, want one of %s", s.Name, s.URL, s.File)
		}
		if !sum.MatchString(s.SHA256) || s.Size <= 0 {
			t.Errorf("%s: %d bytes, SHA-256 %q", s.Name, s.Size, s.SHA256)
		}
	}
	if !slices.Equal(Names(), names(Sets())) {
		t.Error("Names and Sets differ")
	}
}

func TestLookup(t *testing.T) {
	s, err := Lookup("jura")
	if err != nil || s.File != "jura.arff" {
		t.Errorf("got %+v, %v", s, err)
	}
	_, err = Lookup("jora")
	wantError(t, err, `datasets: unknown data set "jora", did you mean "jura"? (one of: enb, jura, wq, oes97, rf1, scm20d, air, births, wage)`)
}

func TestParseManifestIsStrict(t *testing.T) {
	_, err := parseManifest([]byte("- name: a\n  titel: b\n"))
	if err == nil || !strings.Contains(err.Error(), "line 2: field titel not found") {
		t.Errorf("got %v, want an error that names the unknown key", err)
	}
}
