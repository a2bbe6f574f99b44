package library

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"path/filepath"

	"drfvi/internal/durable"
	"drfvi/internal/mention"
)

// Fetch makes sure that the data set of that name is there and returns the
// path of its file. If neither of the library's folders has it, it is
// downloaded into the cache. A file is there only when it is whole and its bytes
// are right.
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
		return "", mention.Errorf("%s: there is no cache folder to keep %s in, expected HOME or XDG_CACHE_HOME "+
			"to be set; or put the file into a folder and name that with %v or DRFVI_DATA",
			set.Name, set.File, mention.DataDir)
	}
	if err = durable.MakeDir(l.Cache); err == nil {
		err = durable.Sweep(l.Cache)
	}
	if err != nil {
		return "", fmt.Errorf("%s: cache: %w", set.Name, err)
	}
	data, err := l.download(ctx, set)
	if ctx.Err() != nil {
		return "", fmt.Errorf("%s: %w", set.Name, ctx.Err())
	}
	if err != nil {
		return "", mention.Errorf("%[1]s: cannot fetch %[2]s: %[3]w\n%[1]s: without it, put %[4]s into a folder "+
			"and name that with %[5]v or DRFVI_DATA", set.Name, set.URL, err, set.File, mention.DataDir)
	}
	path = filepath.Join(l.Cache, set.File)
	return path, durable.WriteFile(path, data)
}

// download asks for the bytes of a file.
func (l *Library) download(ctx context.Context, set Set) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, set.URL, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("User-Agent", "drfvi")
	response, err := l.Client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the server answered %q, expected the file", response.Status)
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, set.Size+1))
	if err != nil {
		return nil, err
	}
	return data, set.check(data)
}
