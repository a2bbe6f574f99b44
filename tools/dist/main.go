// Command dist packs what is released: for each platform an archive with the program, its
// manual pages, the completions of shells and the licences of all it is made of; beside it
// the list of its modules in the form of CycloneDX, and the package for Python as a wheel that
// carries the program; the sources of the packages for Python and R; and the SHA-256 sums of
// all these files.
//
//	go run -C tools ./dist [-to FOLDER] [OS/ARCH ...]
//
// One commit and one version of Go give the same bytes, in any folder, on any day and
// whatever the machine.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"drfvi/internal/version"
)

// repository is where the program's source is, seen from the folder of this module.
const repository = ".."

// platforms are those of a release.
var platforms = strings.Fields("darwin/amd64 darwin/arm64 linux/amd64 linux/arm64 windows/amd64 windows/arm64")

func main() {
	to := flag.String("to", filepath.Join(repository, "build", "dist"), "the folder for the archives; what was in it goes")
	flag.Parse()
	if flag.NArg() > 0 {
		platforms = flag.Args()
	}
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Fprintln(os.Stderr, "dist:", fault)
			os.Exit(1)
		}
	}()
	release(*to, platforms)
}

// check ends the program by an error, which main prints: no release is half made.
func check(err error) {
	if err != nil {
		panic(err)
	}
}

// must returns a value, or ends the program.
func must[T any](value T, err error) T {
	check(err)
	return value
}

// release fills the folder to.
func release(to string, platforms []string) {
	made := commitTime()
	check(os.RemoveAll(to))
	check(os.MkdirAll(to, 0o755))
	common := append(documents(), manual(made)...)
	files := sources(made)
	for _, platform := range platforms {
		system, processor, ok := strings.Cut(platform, "/")
		if !ok {
			check(fmt.Errorf("%q is not a platform, expected an operating system and a processor such as linux/amd64", platform))
		}
		name := fmt.Sprintf("drfvi_%s_%s_%s", version.Program, system, processor)
		files = append(files, pack(name, system, processor, common, made)...)
	}
	var sums strings.Builder
	for _, f := range files {
		check(os.WriteFile(filepath.Join(to, f.name), f.data, 0o644))
		fmt.Printf("%s, %.1f MB\n", f.name, float64(len(f.data))/1e6)
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(f.data), f.name)
	}
	check(os.WriteFile(filepath.Join(to, "SHA256SUMS"), []byte(sums.String()), 0o644))
}

// pack returns what is released for a platform: the wheel, the archive and the list of modules.
func pack(name, system, processor string, common []file, made time.Time) []file {
	program, info := build(system, processor)
	licences := licences(info)
	form, suffix := tarball, ".tar.gz"
	if system == "windows" {
		form, suffix = zipped, ".zip"
	}
	archive := form(name, slices.Concat(licences, []file{program}, common), made)
	return append(
		wheel(system, processor, program, licences, made), file{name: name + suffix, data: archive},
		file{name: name + ".cdx.json", data: billOfMaterials(info, made)},
	)
}
