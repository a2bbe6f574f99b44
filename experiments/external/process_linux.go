package external

import "syscall"

// attributes gives the program a process group, and ends it when drfvi ends.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
