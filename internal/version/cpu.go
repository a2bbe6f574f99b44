package version

import (
	"os"
	"strings"
)

// unknownCPU is recorded if the system does not report the processor.
const unknownCPU = "unknown"

// CPU returns the processor's model name; "unknown" if the system does not report it.
func CPU() string { return cpuOf("/proc/cpuinfo") }

// cpuOf returns the first processor's name in a file like /proc/cpuinfo.
func cpuOf(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return unknownCPU
	}
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(line, ":")
		if value = strings.TrimSpace(value); strings.TrimSpace(key) == "model name" && value != "" {
			return value
		}
	}
	return unknownCPU
}
