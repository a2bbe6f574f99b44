//go:build unix && !linux

package external

import "syscall"

// attributes gives the program a process group.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// confine does nothing: only Linux can restrict a single program.
func confine(string) error { return nil }

// processes returns none: only the group of a program is known.
func processes(int, string) []int { return nil }

// memory is unknown while a program runs.
func memory(int, int64) int64 { return 0 }
