package library

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

// errStalled is why a request is cancelled when no bytes arrive.
var errStalled = errors.New("no data arrived in time")

// attempt asks once for the bytes of a file that part does not yet hold and
// appends them. resumed tells whether part held some before.
func (l *Library) attempt(ctx context.Context, set Set, home Home, part string) (resumed bool, err error) {
	file, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return false, permanentError{err}
	}
	defer func() {
		if e := file.Close(); err == nil {
			err = e
		}
	}()
	offset, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return false, err
	}
	limit := int64(maxFileBytes)
	if home.Size > 0 {
		limit = home.Size
	}
	if offset > limit {
		if offset, err = 0, restart(file); err != nil {
			return false, err
		}
	}
	if offset == home.Size && offset > 0 {
		return true, nil
	}

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watchdog := time.AfterFunc(l.Stall, func() { cancel(errStalled) })
	defer watchdog.Stop()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, home.URL, nil)
	if err != nil {
		return false, permanentError{err}
	}
	request.Header.Set("User-Agent", "drfvi")
	request.Header.Set("Accept-Encoding", "identity") // ranges and sizes are of the file itself
	if offset > 0 {
		request.Header.Set("Range", fmt.Sprintf("bytes=%d-", offset))
	}
	response, err := l.Client.Do(request)
	if err != nil {
		return offset > 0, l.because(ctx, err)
	}
	defer response.Body.Close()

	switch code := response.StatusCode; {
	case code == http.StatusOK:
		// The whole file, whether or not a part was asked for.
		if offset, err = 0, restart(file); err != nil {
			return false, err
		}
	case code == http.StatusPartialContent && strings.HasPrefix(response.Header.Get("Content-Range"), fmt.Sprintf("bytes %d-", offset)):
	case code == http.StatusRequestedRangeNotSatisfiable && offset > 0:
		// Nothing follows the part: it is the whole file or a wrong one.
		return true, nil
	case code == http.StatusPartialContent:
		return offset > 0, errors.Join(fmt.Errorf("the server sent %q, expected bytes from %d on", response.Header.Get("Content-Range"), offset), restart(file))
	case code == http.StatusRequestTimeout, code == http.StatusTooManyRequests, code >= 500:
		return offset > 0, fmt.Errorf("the server answered %q, expected the file", response.Status)
	default:
		return offset > 0, permanentError{fmt.Errorf("the server answered %q, expected the file", response.Status)}
	}
	if n := response.ContentLength; n >= 0 && (offset+n > limit || home.Size > 0 && offset+n != home.Size) {
		return offset > 0, permanentError{fmt.Errorf("%w: the server offers %d bytes, expected %s", ErrWrong, offset+n, sizeWords(home.Size))}
	}
	resumed = offset > 0
	total := home.Size
	if total == 0 && response.ContentLength > 0 {
		total = offset + response.ContentLength
	}
	err = copyTo(file, response.Body, limit-offset, func(done int64) {
		watchdog.Reset(l.Stall)
		if l.Progress != nil {
			l.Progress(Progress{Name: set.Name, Done: offset + done, Total: total})
		}
	})
	if errors.Is(err, errTooLong) {
		return resumed, permanentError{errors.Join(fmt.Errorf("%w: the server sends more than %d bytes, expected %s", ErrWrong, limit, sizeWords(home.Size)), restart(file))}
	}
	if err != nil {
		return resumed, l.because(ctx, err)
	}
	return resumed, file.Sync()
}

// because replaces the error of a cancelled request by why it was cancelled.
func (l *Library) because(ctx context.Context, err error) error {
	if errors.Is(context.Cause(ctx), errStalled) {
		return fmt.Errorf("%w (%v)", errStalled, l.Stall)
	}
	if unreachable(err) {
		return permanentError{err}
	}
	return err
}

// restart empties the file.
func restart(file *os.File) error {
	if err := file.Truncate(0); err != nil {
		return err
	}
	_, err := file.Seek(0, io.SeekStart)
	return err
}

var errTooLong = errors.New("more bytes than expected")

// copyTo appends at most limit bytes of r to w and calls each with the number
// copied so far after every portion.
func copyTo(w io.Writer, r io.Reader, limit int64, each func(done int64)) error {
	buffer := make([]byte, 32<<10)
	var done int64
	for {
		n, err := r.Read(buffer)
		if done += int64(n); done > limit {
			return errTooLong
		}
		if n > 0 {
			if _, err := w.Write(buffer[:n]); err != nil {
				return permanentError{err}
			}
			each(done)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// sizeWords says how large a file should be.
func sizeWords(size int64) string {
	if size == 0 {
		return fmt.Sprintf("at most %d", int64(maxFileBytes))
	}
	return fmt.Sprint(size)
}
