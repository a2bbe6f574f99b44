package format

import (
	"strings"
)

// Words splits text at spaces, but keeps "n = 10" and "X1 > 0" whole.
func Words(text string) []string {
	var list []string
	for _, word := range strings.Fields(text) {
		if last := len(list) - 1; last >= 0 && (isRelation(word) || isRelation(list[last][strings.LastIndexByte(list[last], ' ')+1:])) {
			list[last] += " " + word
			continue
		}
		list = append(list, word)
	}
	return list
}

func isRelation(word string) bool {
	switch word {
	case "=", "<", ">", "≤", "≥":
		return true
	}
	return false
}
