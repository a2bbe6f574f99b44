package version

import (
	"bufio"
	"io"
	"os"
	"strings"

	"golang.org/x/sys/cpu"
)

// CPU returns the model name of the processor; empty where the system does
// not tell.
func CPU() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	defer f.Close()
	return modelName(f)
}

// modelName returns the first processor's name in the text of /proc/cpuinfo.
func modelName(r io.Reader) string {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		key, value, _ := strings.Cut(lines.Text(), ":")
		if strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// Features lists the instruction set extensions present that decide which
// code computes.
func Features() []string {
	var present []string
	for _, feature := range []struct {
		name string
		has  bool
	}{
		{"sse4.2", cpu.X86.HasSSE42}, {"avx", cpu.X86.HasAVX}, {"avx2", cpu.X86.HasAVX2},
		{"bmi2", cpu.X86.HasBMI2}, {"fma", cpu.X86.HasFMA}, {"avx512f", cpu.X86.HasAVX512F},
		{"avx512dq", cpu.X86.HasAVX512DQ}, {"avx512vl", cpu.X86.HasAVX512VL},
		{"asimd", cpu.ARM64.HasASIMD}, {"sve", cpu.ARM64.HasSVE},
	} {
		if feature.has {
			present = append(present, feature.name)
		}
	}
	return present
}
