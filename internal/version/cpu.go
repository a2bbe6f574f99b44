package version

import (
	"bufio"
	"io"
	"os"
	"strings"
)

// unknownCPU is recorded if the system does not report the processor.
const unknownCPU = "unknown"

// CPU returns the processor's model name; "unknown" if the system does not report it.
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
