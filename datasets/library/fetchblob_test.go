package library

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"drfvi/internal/rng"
)

// A set of a home of which only git's blob id is known, with a made file of its shape.
func TestFetchByBlobAlone(t *testing.T) {
	set, err := Lookup("scm20d")
	if err != nil {
		t.Fatal(err)
	}
	if h := set.Homes[1]; h.Size != 0 || h.SHA256 != "" || h.Blob == "" {
		t.Fatalf("identity %+v, want a blob id alone", h.Identity)
	}
	set.ResponseNames = nil // of the file below
	var b bytes.Buffer
	b.WriteString("@relation scm20d\n")
	for j := range set.Inputs + set.Responses {
		fmt.Fprintf(&b, "@attribute c%d numeric\n", j)
	}
	b.WriteString("@data\n")
	source := rng.New(1).Source()
	for range set.Rows {
		for j := range set.Inputs + set.Responses {
			if j > 0 {
				b.WriteByte(',')
			}
			fmt.Fprint(&b, source.IntN(10))
		}
		b.WriteByte('\n')
	}
	data := b.String()
	h := serve(t, whole(data))
	l := h.library(t)
	set.Homes = []Home{{URL: h.URL + "/scm20d.arff", Identity: Identity{Blob: identify([]byte(data)).Blob}}}
	l.Sets = []Set{set}
	if _, err := l.Fetch(context.Background(), "scm20d"); err != nil {
		t.Fatal(err)
	}
	d, err := l.Load("scm20d")
	if err != nil {
		t.Fatal(err)
	}
	n, p := d.X.Dims()
	if _, k := d.Y.Dims(); n != 8966 || p != 61 || k != 16 || d.YNames[0] != "c61" {
		t.Errorf("X is %d×%d and Y has %d columns from %q", n, p, k, d.YNames[0])
	}
	set.Homes = []Home{{URL: h.URL + "/scm20d.arff", Identity: Identity{Blob: strings.Repeat("0", 40)}}}
	l.Sets, l.Cache = []Set{set}, t.TempDir()
	_, err = l.Fetch(context.Background(), "scm20d")
	full := identify([]byte(data))
	wantError(t, err, fmt.Sprintf("scm20d: cannot fetch %s/scm20d.arff: wrong bytes: found %v, git blob %s, expected git blob %s\nscm20d: without it, put scm20d.arff into a folder and name that with data-dir or DRFVI_DATA",
		h.URL, full, full.Blob, strings.Repeat("0", 40)))
}
