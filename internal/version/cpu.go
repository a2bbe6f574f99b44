package version

import (
	"bufio"
	"io"
	"os"
	"strings"
)

// unknownCPU is the name if the system does not report the processor, so that records
// state that it is unknown.
const unknownCPU = "unknown"

// CPU returns the model name of the processor; "unknown" if the system does not report
// it.
func CPU() string { return cpuOf("/proc/cpuinfo") }

func cpuOf(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return unknownCPU
	}
	defer f.Close()
	return modelName(f)
}

// modelName returns the first processor's name in the text of /proc/cpuinfo.
func modelName(r io.Reader) string {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		key, value, _ := strings.Cut(lines.Text(), ":")
		if value = strings.TrimSpace(value); strings.TrimSpace(key) == "model name" && value != "" {
			return value
		}
	}
	return unknownCPU
}
