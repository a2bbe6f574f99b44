package version

import (
	"fmt"
	"runtime"
)

// Host describes the machine without naming it: "2 cores, 24 GB".
func Host() string {
	text := fmt.Sprintf("%d cores", runtime.NumCPU())
	if bytes := totalMemory("/"); bytes > 0 {
		text += fmt.Sprintf(", %.0f GB", bytes/1e9)
	}
	return text
}
