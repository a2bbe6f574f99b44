package terminal

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestProgressOnTerminal draws on a terminal of 60 columns.
func TestProgressOnTerminal(t *testing.T) {
	t.Setenv("COLUMNS", "")
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("there are no terminals: ", err)
	}
	defer master.Close()
	fd := int(master.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 60})
	}
	if err != nil {
		t.Skip("there are no terminals: ", err)
	}
	screen, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer screen.Close()

	now := time.Unix(0, 0)
	p := newProgress(screen, "stacked", func() time.Time { return now })
	for _, share := range []float64{0, 0.2, 0.45} {
		now = now.Add(2 * time.Second)
		p.Update(share, "")
	}
	p.End()
	took := func(line string) string { return "\r" + strings.Repeat(" ", len([]rune(line))) + "\r" }
	first, second, third := "stacked: 2s so far", "stacked: 20 % done, 4s so far, about 16s left", "stacked: 45 % done, 6s so far, about 7s left"
	want := first + took(first) + second + took(second) + third + took(third)
	got := make([]byte, 4*len(want))
	n, err := io.ReadAtLeast(master, got, len(want))
	if err != nil || string(got[:n]) != want {
		t.Errorf("%v; the terminal was sent %q, expected %q", err, got[:n], want)
	}
}
