package library

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"

	"drfvi/internal/format"
)

// Fetch makes sure that the data set of that name is there and returns the
// path of its file. If neither of the library's folders has it, it is
// downloaded into the cache: from each of its homes in turn until one gives
// the right bytes, with several attempts at each, and continuing where an
// earlier download was cut off. A file gets its name only when it is whole and
// its bytes are right.
//
// A wrong file in the library's folder is an error, since it is the user's; a
// wrong one in the cache is replaced. When ctx is cancelled Fetch returns its
// error and leaves what has arrived for the next time.
func (l *Library) Fetch(ctx context.Context, name string) (string, error) {
	set, err := lookup(l.Sets, name)
	if err != nil {
		return "", err
	}
	_, path, err := l.find(set)
	if err == nil {
		return path, nil
	}
	if l.Folder != "" && path == filepath.Join(l.Folder, set.File) {
		return "", err
	}
	if l.Cache == "" {
		return "", fmt.Errorf("%s: there is no cache folder to keep %s in, expected HOME or XDG_CACHE_HOME to be set; or put the file into a folder and name that with --data-dir or DRFVI_DATA",
			set.Name, set.File)
	}
	if err := os.MkdirAll(l.Cache, 0o755); err != nil {
		return "", fmt.Errorf("%s: cache: %w", set.Name, err)
	}
	var failures []error
	for _, home := range set.Homes {
		err := l.download(ctx, set, home)
		if err == nil {
			return filepath.Join(l.Cache, set.File), nil
		}
		if ctx.Err() != nil {
			return "", fmt.Errorf("%s: %w", set.Name, ctx.Err())
		}
		failures = append(failures, fmt.Errorf("%s: cannot fetch %s: %w", set.Name, home.URL, err))
	}
	return "", fmt.Errorf("%w\n%s: without it, put %s into a folder and name that with --data-dir or DRFVI_DATA",
		errors.Join(failures...), set.Name, set.File)
}

// permanentError is a failure that another attempt would only repeat.
type permanentError struct{ error }

func (e permanentError) Unwrap() error { return e.error }

// download fetches a file from one of its homes.
func (l *Library) download(ctx context.Context, set Set, home Home) error {
	// Parts from different homes must not be joined.
	id := home.SHA256 + home.Blob
	part := filepath.Join(l.Cache, set.File+"."+id[:min(12, len(id))]+".part")
	defer func() {
		if info, err := os.Stat(part); err == nil && info.Size() == 0 {
			os.Remove(part)
		}
	}()
	for attempt := 0; ; attempt++ {
		resumed, err := l.attempt(ctx, set, home, part)
		if err == nil {
			if err = l.accept(set, home, part); err == nil {
				return nil
			}
			if !resumed {
				return err
			}
			// What was there before may be to blame: begin anew.
		}
		var permanent permanentError
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &permanent):
			return err
		case attempt == len(l.Pauses):
			return fmt.Errorf("%w (%s)", err, format.Plural(attempt+1, "attempt"))
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(l.Pauses[attempt]):
		}
	}
}

// accept gives a downloaded part its name if its bytes are right, and deletes
// it otherwise.
func (l *Library) accept(set Set, home Home, part string) error {
	data, err := readBounded(part, maxFileBytes)
	if err != nil {
		return err
	}
	if !home.matches(identify(data)) {
		if err := os.Remove(part); err != nil {
			return err
		}
		return fmt.Errorf("%w: %w", ErrWrong, mismatch(data, []Home{home}))
	}
	return os.Rename(part, filepath.Join(l.Cache, set.File))
}

// unreachable reports whether an error means that there is no network or no
// such host, so that trying again at once is no use.
func unreachable(err error) bool {
	var dns *net.DNSError
	return errors.As(err, &dns) && dns.IsNotFound
}
