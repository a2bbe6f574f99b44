package version

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Memory returns the bytes of memory available to this process: the machine's, or the lower
// limit of its control group, as in containers and cluster jobs; 0 if unknown.
func Memory() float64 { return memoryBelow("/") }

// memoryBelow is Memory with the system's files below root.
func memoryBelow(root string) float64 {
	least := totalMemory(root)
	for _, file := range groupLimits(root) {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		// "max", or in version 1 a number beyond any memory, is no limit.
		if limit, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64); err == nil && limit > 0 && limit < least {
			least = limit
		}
	}
	return least
}

// totalMemory returns the bytes of memory in /proc/meminfo; 0 if it does not state them.
func totalMemory(root string) float64 {
	text, err := os.ReadFile(filepath.Join(root, "proc/meminfo"))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) >= 2 && fields[0] == "MemTotal:" {
			kibibytes, err := strconv.ParseFloat(fields[1], 64)
			if err != nil {
				return 0
			}
			return kibibytes * 1024
		}
	}
	return 0
}

// groupLimits returns the paths of the limits of this process's control groups and their
// parents, whether or not they exist.
func groupLimits(root string) []string {
	text, err := os.ReadFile(filepath.Join(root, "proc/self/cgroup"))
	if err != nil {
		return nil
	}
	var files []string
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3) // number, controllers, path
		if len(parts) < 3 {
			continue
		}
		top, name := "sys/fs/cgroup", "memory.max"
		switch {
		case strings.Contains(","+parts[1]+",", ",memory,"):
			top, name = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		case parts[1] != "":
			continue
		}
		for group := filepath.Join("/", parts[2]); ; group = filepath.Dir(group) {
			files = append(files, filepath.Join(root, top, group, name))
			if group == filepath.Dir(group) {
				break
			}
		}
	}
	return files
}
