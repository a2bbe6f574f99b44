// Package message words what errors about files have in common.
package message

import "fmt"

// Found quotes what a file holds for an error message; long values are cut.
func Found(value string) string {
	if value == "" {
		return "an empty cell"
	}
	if r := []rune(value); len(r) > 40 {
		value = string(r[:40]) + "…"
	}
	return fmt.Sprintf("%q", value)
}
