//go:build unix && !linux

package external

import "syscall"

// attributes gives the program a process group.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// confine does nothing: only Linux can take rights from a single program.
func confine(string) error { return nil }

// processes finds none: the group is all that is known of a program.
func processes(int, string) []int { return nil }

// memory is not known while a program runs.
func memory(int, int64) int64 { return 0 }
