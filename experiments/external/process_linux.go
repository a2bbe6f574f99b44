package external

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// attributes gives the program a process group, and ends it when drfvi ends.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// Landlock's rights to alter files, by version.
const (
	alter = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK |
		unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK | unix.LANDLOCK_ACCESS_FS_MAKE_SYM
	alter2 = alter | unix.LANDLOCK_ACCESS_FS_REFER
	alter3 = alter2 | unix.LANDLOCK_ACCESS_FS_TRUNCATE
)

// landlock returns the kernel's version of Landlock, 0 if there is none.
func landlock() int {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(version)
}

// confine removes from this thread, and all that it starts, the right to alter files outside a
// folder and /dev. Without Landlock it does nothing.
func confine(folder string) error {
	version := landlock()
	if version == 0 {
		return nil
	}
	rights := uint64([]int{alter, alter2, alter3}[min(version, 3)-1])
	rules := struct{ rights uint64 }{rights}
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&rules)), unsafe.Sizeof(rules), 0)
	if errno != 0 {
		return errno
	}
	defer unix.Close(int(fd))
	for _, allowed := range []string{folder, "/dev"} {
		if err := allow(int(fd), allowed, rights); err != nil {
			return fmt.Errorf("%s: %w", allowed, err)
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); errno != 0 {
		return errno
	}
	return nil
}

// allow adds a rule to a Landlock ruleset: rights below a folder.
func allow(rules int, folder string, rights uint64) error {
	fd, err := unix.Open(folder, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	beneath := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(rules), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&beneath)), 0, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

// status is the kernel's description of a process.
type status struct{ pid, parent, group int }

// statuses returns all processes but zombies.
func statuses() []status {
	proc, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1)
	var all []status
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		text, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue // ended
		}
		// pid (name) state parent group …, where the name may contain anything.
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		if len(fields) < 3 || fields[0] == "Z" || fields[0] == "X" {
			continue
		}
		s := status{pid: pid}
		s.parent, _ = strconv.Atoi(fields[1]) // always numbers
		s.group, _ = strconv.Atoi(fields[2])
		all = append(all, s)
	}
	return all
}

// family returns the processes of a group and their descendants, in any group.
func family(group int, all []status) []int {
	var members []int
	for {
		before := len(members)
		for _, s := range all {
			if (s.group == group || slices.Contains(members, s.parent)) && !slices.Contains(members, s.pid) {
				members = append(members, s.pid)
			}
		}
		if len(members) == before {
			return members
		}
	}
}

// processes returns the processes of a program: its family, and those that left it but have the
// scratch folder in their environment.
func processes(group int, scratch string) []int {
	all := statuses()
	found := family(group, all)
	for _, s := range all {
		environment, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", s.pid))
		if err == nil && bytes.Contains(environment, []byte("TMPDIR="+scratch+"\x00")) && !slices.Contains(found, s.pid) {
			found = append(found, s.pid)
		}
	}
	return found
}

// memory returns the resident bytes of a group's processes. Shared pages count for each of them
// unless that exceeds the limit.
func memory(group int, limit int64) int64 {
	members := family(group, statuses())
	sum := func(file, key string, unit int64) (total int64) {
		for _, pid := range members {
			text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, file)) // may have ended
			_, after, _ := strings.Cut(string(text), key)
			if fields := strings.Fields(after); len(fields) > 0 {
				number, _ := strconv.ParseInt(fields[0], 10, 64)
				total += number * unit
			}
		}
		return total
	}
	resident := sum("statm", " ", int64(os.Getpagesize()))
	if resident > limit && len(members) > 1 {
		return sum("smaps_rollup", "\nPss:", 1<<10)
	}
	return resident
}
