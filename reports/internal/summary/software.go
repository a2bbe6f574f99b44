package summary

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"drfvi/results"
)

// softwareOf returns the versions that the external program of a record told, by name:
// "R 4.2.2, ranger 0.14.1".
func softwareOf(r results.Record) string {
	var versions map[string]string
	if json.Unmarshal([]byte(r.Notes["software"]), &versions) != nil {
		return "" // of drfvi's own methods, which tell none
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(versions)) {
		parts = append(parts, name+" "+versions[name])
	}
	return strings.Join(parts, ", ")
}
