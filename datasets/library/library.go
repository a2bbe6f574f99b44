package library

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"drfvi/internal/mention"
)

var (
	// ErrMissing is the error for a data set without a file.
	ErrMissing = errors.New("data missing")
	// ErrWrong is the error of a file whose bytes are not those expected.
	ErrWrong = errors.New("wrong bytes")
)

// maxFileBytes bounds a data set's file where its size is not known.
const maxFileBytes = 64 << 20

// Library finds, fetches and reads data sets.
type Library struct {
	// Sets are the data sets it knows.
	Sets []Set
	// Folder is looked in first and never written to; "" for none.
	Folder string
	// Cache is looked in second, and fetched files are kept there; "" for
	// none. Two programs should not fetch the same set at once.
	Cache string
	// Client makes the requests.
	Client *http.Client
	// Stall is how long to wait for the next bytes before an attempt to fetch
	// is given up.
	Stall time.Duration
	// Pauses are the waits before the second, third, … attempt.
	Pauses []time.Duration
	// Progress, if not nil, is called now and then with the progress of a download.
	// Calls do not overlap.
	Progress func(Progress)
}

// Progress is how far the download of a data set is.
type Progress struct {
	Name  string
	Done  int64 // bytes
	Total int64 // bytes, 0 if not known
}

// New returns the library of the paper's data sets. It looks for files
// in folder or, if that is empty, in the folder that the environment variable
// DRFVI_DATA names, and keeps what it fetches in the folder "drfvi" of the
// user's cache folder. A folder that does not exist is an error.
func New(folder string) (*Library, error) {
	source := "data folder"
	if folder == "" {
		folder, source = os.Getenv("DRFVI_DATA"), "DRFVI_DATA"
	}
	if folder != "" {
		switch info, err := os.Stat(folder); {
		case errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("datasets: %s %q does not exist, expected the folder with the data sets' files", source, folder)
		case err != nil:
			return nil, fmt.Errorf("datasets: %s: %w", source, err)
		case !info.IsDir():
			return nil, fmt.Errorf("datasets: %s %q is a file, expected the folder with the data sets' files", source, folder)
		}
	}
	l := &Library{
		Sets:   Sets(),
		Folder: folder,
		Client: http.DefaultClient,
		Stall:  30 * time.Second,
		Pauses: []time.Duration{time.Second, 2 * time.Second, 4 * time.Second},
	}
	// Without a cache folder, as in some containers, files in Folder still do.
	if cache, err := os.UserCacheDir(); err == nil {
		l.Cache = filepath.Join(cache, "drfvi")
	}
	return l, nil
}

// find returns the bytes of a set's file and its path. The error is ErrMissing
// if there is none, ErrWrong if the first one found is not the right one.
func (l *Library) find(set Set) (data []byte, path string, err error) {
	for _, folder := range []string{l.Folder, l.Cache} {
		if folder == "" {
			continue
		}
		path := filepath.Join(folder, set.File)
		data, err := readBounded(path, maxFileBytes)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, path, fmt.Errorf("%s: %w", set.Name, err)
		}
		if _, ok := set.home(data); ok {
			return data, path, nil
		}
		return nil, path, fmt.Errorf("%s: %s: %w: %w; delete the file and fetch it again with \"drfvi data fetch %s\"",
			set.Name, path, ErrWrong, mismatch(data, set.Homes), set.Name)
	}
	return nil, "", fmt.Errorf("%s: %w: no %s; get it with \"drfvi data fetch %s\", or put it into a folder and name that with %v or DRFVI_DATA",
		set.Name, ErrMissing, set.File, set.Name, mention.DataDir)
}

// home returns the home whose bytes data are.
func (s Set) home(data []byte) (Home, bool) {
	full := identify(data)
	for _, home := range s.Homes {
		if home.matches(full) {
			return home, true
		}
	}
	return Home{}, false
}

// Find returns the path of the named set's file, "" if there is none, and the identity of its bytes by the
// manifest: that of the home that the file came from or, with the error of Load, that of the first home.
func (l *Library) Find(name string) (path string, identity Identity, err error) {
	set, err := lookup(l.Sets, name)
	if err != nil {
		return "", Identity{}, err
	}
	data, path, err := l.find(set)
	if err != nil {
		return path, set.Homes[0].Identity, err
	}
	home, _ := set.home(data)
	return path, home.Identity, nil
}

// readBounded reads a file of at most limit bytes.
func readBounded(path string, limit int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("%s: %w: the file has more than %d bytes, expected at most that many", path, ErrWrong, limit)
	}
	return data, nil
}
