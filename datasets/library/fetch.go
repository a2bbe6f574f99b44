package library

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"drfvi/internal/durable"
	"drfvi/internal/format"
	"drfvi/internal/mention"
)

// Fetch makes sure that the data set of that name is there and returns the
// path of its file. If neither of the library's folders has it, it is
// downloaded into the cache: from each of its homes in turn until one gives
// the right bytes, with several attempts at each. Files are a few megabytes: a
// download that was cut off begins anew. A file is there only when it is whole
// and its bytes are right.
//
// A wrong file in the library's folder is an error, since it is the user's; a
// wrong one in the cache is replaced. When ctx is cancelled Fetch returns its
// error.
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
		return "", fmt.Errorf("%s: there is no cache folder to keep %s in, expected HOME or XDG_CACHE_HOME to be set; or put the file into a folder and name that with %v or DRFVI_DATA",
			set.Name, set.File, mention.DataDir)
	}
	if err = durable.MakeDir(l.Cache); err == nil {
		err = durable.Sweep(l.Cache)
	}
	if err != nil {
		return "", fmt.Errorf("%s: cache: %w", set.Name, err)
	}
	var failures []error
	for _, home := range set.Homes {
		data, err := l.download(ctx, set, home)
		if err == nil {
			path := filepath.Join(l.Cache, set.File)
			return path, durable.WriteFile(path, data)
		}
		if ctx.Err() != nil {
			return "", fmt.Errorf("%s: %w", set.Name, ctx.Err())
		}
		failures = append(failures, fmt.Errorf("%s: cannot fetch %s: %w", set.Name, home.URL, err))
	}
	return "", fmt.Errorf("%w\n%s: without it, put %s into a folder and name that with %v or DRFVI_DATA",
		errors.Join(failures...), set.Name, set.File, mention.DataDir)
}

// permanentError is a failure that another attempt would only repeat.
type permanentError struct{ error }

func (e permanentError) Unwrap() error { return e.error }

// download fetches a file from one of its homes.
func (l *Library) download(ctx context.Context, set Set, home Home) ([]byte, error) {
	for attempt := 0; ; attempt++ {
		data, err := l.attempt(ctx, set, home)
		var permanent permanentError
		switch {
		case err == nil && home.matches(identify(data)):
			return data, nil
		case err == nil:
			return nil, fmt.Errorf("%w: %w", ErrWrong, mismatch(data, []Home{home}))
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.As(err, &permanent):
			return nil, err
		case attempt == len(l.Pauses):
			return nil, fmt.Errorf("%w (%s)", err, format.Plural(attempt+1, "attempt"))
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(l.Pauses[attempt]):
		}
	}
}

// errStalled is why a request is cancelled when no bytes arrive.
var errStalled = errors.New("no data arrived in time")

// attempt asks once for the bytes of a file.
func (l *Library) attempt(ctx context.Context, set Set, home Home) ([]byte, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watchdog := time.AfterFunc(l.Stall, func() { cancel(errStalled) })
	defer watchdog.Stop()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, home.URL, nil)
	if err != nil {
		return nil, permanentError{err}
	}
	request.Header.Set("User-Agent", "drfvi")
	request.Header.Set("Accept-Encoding", "identity") // sizes are of the file itself
	response, err := l.Client.Do(request)
	if err != nil {
		return nil, l.because(ctx, err)
	}
	defer response.Body.Close()

	switch code := response.StatusCode; {
	case code == http.StatusOK:
	case code == http.StatusRequestTimeout, code == http.StatusTooManyRequests, code >= 500:
		return nil, fmt.Errorf("the server answered %q, expected the file", response.Status)
	default:
		return nil, permanentError{fmt.Errorf("the server answered %q, expected the file", response.Status)}
	}
	limit, expected := int64(maxFileBytes), fmt.Sprintf("at most %d", int64(maxFileBytes))
	if home.Size > 0 {
		limit, expected = home.Size, fmt.Sprint(home.Size)
	}
	if n := response.ContentLength; n >= 0 && (n > limit || home.Size > 0 && n != home.Size) {
		return nil, permanentError{fmt.Errorf("%w: the server offers %d bytes, expected %s", ErrWrong, n, expected)}
	}
	progress := Progress{Name: set.Name, Total: max(home.Size, response.ContentLength, 0)}
	data, err := io.ReadAll(io.LimitReader(portions{response.Body, func(n int) {
		watchdog.Reset(l.Stall)
		if progress.Done += int64(n); l.Progress != nil {
			l.Progress(progress)
		}
	}}, limit+1))
	if int64(len(data)) > limit {
		return nil, permanentError{fmt.Errorf("%w: the server sends more than %d bytes, expected %s", ErrWrong, limit, expected)}
	}
	if err != nil {
		return nil, l.because(ctx, err)
	}
	return data, nil
}

// because replaces the error of a cancelled request by why it was cancelled.
func (l *Library) because(ctx context.Context, err error) error {
	if errors.Is(context.Cause(ctx), errStalled) {
		return fmt.Errorf("%w (%v)", errStalled, l.Stall)
	}
	// Without a network or such a host another attempt at once is useless.
	var dns *net.DNSError
	if errors.As(err, &dns) && dns.IsNotFound {
		return permanentError{err}
	}
	return err
}

// portions calls each with the number of bytes of every portion that is read.
type portions struct {
	io.Reader
	each func(n int)
}

func (p portions) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	if n > 0 {
		p.each(n)
	}
	return n, err
}
