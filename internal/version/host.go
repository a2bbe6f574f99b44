package version

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// Host describes the machine without naming it: "2 cores, 24 GB".
func Host() string {
	text := fmt.Sprintf("%d cores", runtime.NumCPU())
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return text
	}
	defer f.Close()
	if gigabytes := totalMemory(f); gigabytes > 0 {
		text += fmt.Sprintf(", %.0f GB", gigabytes)
	}
	return text
}

// totalMemory returns the gigabytes (10⁹ bytes) that the text of
// /proc/meminfo tells of; 0 if it does not.
func totalMemory(r io.Reader) float64 {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) >= 2 && fields[0] == "MemTotal:" {
			kibibytes, err := strconv.ParseFloat(fields[1], 64)
			if err != nil {
				return 0
			}
			return kibibytes * 1024 / 1e9
		}
	}
	return 0
}
