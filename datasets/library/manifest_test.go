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
	hex := regexp.MustCompile("^[0-9a-f]*$")
	for _, s := range Sets() {
		if want, ok := shapes[s.Name]; !ok || want != [3]int{s.Rows, s.Inputs, s.Responses} {
			t.Errorf("%s: n, p, d are %d, %d, %d, want %v", s.Name, s.Rows, s.Inputs, s.Responses, want)
		}
		if len(s.ResponseNames) != 0 && len(s.ResponseNames) != s.Responses {
			t.Errorf("%s: %d names for %d responses", s.Name, len(s.ResponseNames), s.Responses)
		}
		if s.Title == "" || s.Citation == "" || s.Licence == "" || len(s.Homes) == 0 {
			t.Errorf("%s: title, citation, licence or home is missing", s.Name)
		}
		if (path.Ext(s.File) == ".arff") != (s.Objects == nil) {
			t.Errorf("%s: file %s with objects %q", s.Name, s.File, s.Objects)
		}
		for _, h := range s.Homes {
			u, err := url.Parse(h.URL)
			if err != nil || u.Scheme != "https" || path.Base(u.Path) != s.File {
				t.Errorf("%s: address %q, want one of %s", s.Name, h.URL, s.File)
			}
			if len(h.Blob) != 40 || h.SHA256 != "" && len(h.SHA256) != 64 || !hex.MatchString(h.Blob+h.SHA256) {
				t.Errorf("%s: identity %+v", s.Name, h.Identity)
			}
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

func TestIdentity(t *testing.T) {
	// As printed by sha256sum and git hash-object.
	full := identify([]byte("hello\n"))
	want := Identity{6, "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03", "ce013625030ba8dba906f756967f9e9ca394464a"}
	if full != want {
		t.Errorf("got %+v, want %+v", full, want)
	}
	for _, test := range []struct {
		known Identity
		want  bool
	}{
		{want, true},
		{Identity{Blob: want.Blob}, true},
		{Identity{SHA256: want.SHA256}, true},
		{Identity{Size: 7, Blob: want.Blob}, false},
		{Identity{Size: 6, SHA256: want.SHA256, Blob: "0"}, false},
		{Identity{SHA256: "0", Blob: want.Blob}, false},
		{Identity{Size: 6}, false},
	} {
		if got := test.known.matches(full); got != test.want {
			t.Errorf("%+v matches: %v, want %v", test.known, got, test.want)
		}
	}
}
