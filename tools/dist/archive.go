package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// A file is one of an archive, or of the folder of a release.
type file struct {
	name       string // with slashes
	data       []byte
	executable bool
}

func (f file) mode() fs.FileMode {
	if f.executable {
		return 0o755
	}
	return 0o644
}

// sorted returns the files by name, which no folder's order decides.
func sorted(files []file) []file {
	return slices.SortedFunc(slices.Values(files), func(a, b file) int { return strings.Compare(a.name, b.name) })
}

// tarball packs files into a folder of a compressed tar file, without owners.
func tarball(folder string, files []file, made time.Time) []byte {
	var out bytes.Buffer
	packed := must(gzip.NewWriterLevel(&out, gzip.BestCompression))
	archive := tar.NewWriter(packed)
	for _, f := range sorted(files) {
		header := &tar.Header{
			Name: folder + "/" + f.name, Mode: int64(f.mode()), Size: int64(len(f.data)), ModTime: made,
			Typeflag: tar.TypeReg,
		}
		check(archive.WriteHeader(header))
		must(archive.Write(f.data))
	}
	check(archive.Close())
	check(packed.Close())
	return out.Bytes()
}

// zipped packs files into a folder of a zip file, "" for none.
func zipped(folder string, files []file, made time.Time) []byte {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, f := range sorted(files) {
		header := &zip.FileHeader{Name: path.Join(folder, f.name), Method: zip.Deflate, Modified: made}
		header.SetMode(f.mode())
		must(must(archive.CreateHeader(header)).Write(f.data))
	}
	check(archive.Close())
	return out.Bytes()
}
