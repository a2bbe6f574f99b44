//go:build unix && !linux

package external

import "syscall"

// attributes gives the program a process group.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
