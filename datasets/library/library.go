// Package library has the nine public data sets of the paper's elimination
// experiments:
//
//  1. Lookup finds an entry in the embedded manifest: address, checksum,
//     shape, citation;
//  2. Fetch finds the file in a folder of the user's, in the cache or at its
//     public address, and accepts it only if its bytes are the right ones;
//  3. Load reads it (ARFF or .Rdata) and drops the rows with missing values.
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
}

// New returns the library of the paper's data sets. It looks for files in folder or, if that is
// empty, in the folder that the environment variable DRFVI_DATA names. What it fetches is
// stored in the folder "drfvi" of the user's cache folder. A folder that does not exist is an
// error.
func New(folder string) (*Library, error) {
	source := "data folder"
	if folder == "" {
		folder, source = os.Getenv("DRFVI_DATA"), "DRFVI_DATA"
	}
	if folder != "" {
		switch info, err := os.Stat(folder); {
		case errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf(
				"datasets: %s %q does not exist, expected the folder with the data sets' files", source, folder,
			)
		case err != nil:
			return nil, fmt.Errorf("datasets: %s: %w", source, err)
		case !info.IsDir():
			return nil, fmt.Errorf("datasets: %s %q is a file, expected the folder with the data sets' files", source, folder)
		}
	}
	l := &Library{
		Sets:   Sets(),
		Folder: folder,
		Client: &http.Client{Timeout: 2 * time.Minute}, // for a few megabytes
	}
	// Without a cache folder, as in some containers, files in Folder still do.
	if cache, err := os.UserCacheDir(); err == nil {
		l.Cache = filepath.Join(cache, "drfvi")
	}
	return l, nil
}

// Find returns the path of the named set's file, "" if there is none. The error is ErrMissing
// if there is none, ErrWrong if the bytes of the first one found are not the right ones.
func (l *Library) Find(name string) (path string, err error) {
	set, err := lookup(l.Sets, name)
	if err != nil {
		return "", err
	}
	_, path, err = l.find(set)
	return path, err
}

// find is Find, with the bytes of the file.
func (l *Library) find(set Set) (data []byte, path string, err error) {
	for _, folder := range []string{l.Folder, l.Cache} {
		if folder == "" {
			continue
		}
		path := filepath.Join(folder, set.File)
		file, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			data, err = io.ReadAll(io.LimitReader(file, set.Size+1))
			file.Close()
		}
		if err != nil {
			return nil, path, fmt.Errorf("%s: %w", set.Name, err)
		}
		if err := set.check(data); err != nil {
			return nil, path, fmt.Errorf("%s: %s: %w; delete the file and fetch it again with \"drfvi data fetch "+
				"%s\"", set.Name, path, err, set.Name)
		}
		return data, path, nil
	}
	return nil, "", mention.Errorf("%s: %w: no %s; get it with \"drfvi data fetch %s\", or put it into a "+
		"folder and name that with %v or DRFVI_DATA",
		set.Name, ErrMissing, set.File, set.Name, mention.DataDir)
}
