package format

import (
	"bytes"
	"encoding/csv"
	"fmt"
)

// CSV renders rows, the first of them the head, as comma-separated values.
func CSV(rows [][]string) string {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	if err := w.WriteAll(rows); err != nil {
		panic(fmt.Sprintf("reports: writing to memory failed: %v", err)) // bytes.Buffer has no errors
	}
	return b.String()
}
