package version

import (
	"bufio"
	"io"
	"os"
	"strings"
)

// unknownCPU stands where the system does not tell the processor, so that records say
// that it is not known rather than nothing.
const unknownCPU = "unknown"

// CPU returns the model name of the processor; "unknown" where the system does not
// tell.
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
