package compare

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// absent stands for a setting missing from a config.
const absent = "not there"

// Settings lists the settings in which two configs of records differ, by path.
func Settings(a, b json.RawMessage) []Setting {
	inA, inB := flat(a), flat(b)
	paths := maps.Clone(inA)
	maps.Copy(paths, inB)
	var list []Setting
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		x, okA := inA[path]
		y, okB := inB[path]
		if !okA {
			x = absent
		}
		if !okB {
			y = absent
		}
		if x != y {
			list = append(list, Setting{path, x, y})
		}
	}
	return list
}

// flat returns the leaves of a JSON value by their paths, "data.n" and the like.
func flat(config json.RawMessage) map[string]string {
	decoder := json.NewDecoder(bytes.NewReader(config))
	decoder.UseNumber()
	var root any
	if err := decoder.Decode(&root); err != nil {
		panic("compare: a config that is no JSON, in a record: " + err.Error())
	}
	leaves := make(map[string]string)
	var walk func(path string, value any)
	walk = func(path string, value any) {
		switch value := value.(type) {
		case map[string]any:
			for key, inner := range value {
				walk(path+"."+key, inner)
			}
		case []any:
			for i, inner := range value {
				walk(fmt.Sprint(path, ".", i+1), inner)
			}
		default:
			leaves[strings.TrimPrefix(path, ".")] = fmt.Sprint(value)
		}
	}
	walk("", root)
	return leaves
}
