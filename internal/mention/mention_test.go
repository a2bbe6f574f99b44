package mention

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// message mentions settings without and with values, in a sentence and in clauses.
var message = fmt.Errorf("lost%s: leave it out with %v%s", Clause("; %v drops", Missing.To("drop")), Exclude, Clause(", or %v and %v", Object.Each("a,b", "c d"), Block.To(3))).Error()

func TestWords(t *testing.T) {
	for want, known := range map[string][]Name{
		`lost; <missing|drop|[]> drops: leave it out with <exclude||[]>, or <object||["a,b" "c d"]> and <block|3|[]>`: {Missing, Exclude, Object, Block},
		`lost: leave it out with <exclude||[]>`:                    {Exclude, Object},
		`lost; <missing|drop|[]> drops: leave it out with exclude`: {Missing, Block},
	} {
		got := Words(message, func(s Setting) (string, bool) {
			for _, name := range known {
				if s.Name == name {
					return fmt.Sprintf("<%s|%s|%q>", string(s.Name), s.Value, s.Values), true
				}
			}
			return "", false
		})
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestPlain(t *testing.T) {
	if got, want := plain(message), "lost; missing=drop drops: leave it out with exclude, or object=a,b,c d and block=3"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := plain(Without(message, func(name Name) bool { return name == Object || name == Missing })), "lost: leave it out with exclude"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := Without(message, func(name Name) bool { return name == Kernel }); got != message {
		t.Errorf("got %q, want %q", got, message)
	}
}

// Values from outside cannot end a mention, and stay values: what follows would be pasted as it is.
func TestHostileValues(t *testing.T) {
	hostile := "a" + around + "; touch pwned " + around + behind + clause
	for _, text := range []string{Cluster.To(hostile), NA.Each(hostile, hostile), Clause("%v", Cluster.To(hostile))} {
		Words(errors.New(text).Error(), func(s Setting) (string, bool) {
			for _, value := range append(s.Values, s.Value) {
				if value != "" && value != "a�; touch pwned ���" {
					t.Errorf("%q has the value %q", text, value)
				}
			}
			return "", true
		})
		if parts := Parts(text, func(Setting) bool { return true }); len(parts) != 1 || parts[0].Setting == nil {
			t.Errorf("%q has %d parts", text, len(parts))
		}
	}
}

func FuzzWords(f *testing.F) {
	f.Add(message)
	f.Fuzz(func(t *testing.T, text string) {
		if said := plain(text); strings.Contains(said, around) || strings.Contains(said, clause) {
			t.Errorf("%q is %q", text, said)
		}
	})
}
