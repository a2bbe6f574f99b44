package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"drfvi/internal/version"
)

// wheelTags are what pip calls the platforms. The program for Linux is static, whatever the
// library of C; that for macOS needs the version that Go does.
var wheelTags = map[string][]string{
	"linux/amd64":   {"manylinux2014_x86_64", "manylinux_2_17_x86_64", "musllinux_1_1_x86_64"},
	"linux/arm64":   {"manylinux2014_aarch64", "manylinux_2_17_aarch64", "musllinux_1_1_aarch64"},
	"darwin/amd64":  {"macosx_12_0_x86_64"},
	"darwin/arm64":  {"macosx_12_0_arm64"},
	"windows/amd64": {"win_amd64"},
	"windows/arm64": {"win_arm64"},
}

// wheel packs the package for Python with the program in it; nil for platforms that pip has no
// name for here.
func wheel(system, processor string, program file, licences []file, made time.Time) []file {
	tags := wheelTags[system+"/"+processor]
	if tags == nil {
		return nil
	}
	source := tracked("clients/python")
	metadata, licence := metadata(source), must(os.ReadFile(filepath.Join(repository, "LICENSE")))
	files := slices.DeleteFunc(source, func(f file) bool { return !strings.HasPrefix(f.name, "drfvi/") })
	program.name = "drfvi/bin/" + program.name
	info := "drfvi-" + version.Program + ".dist-info/"
	form := "Wheel-Version: 1.0\nGenerator: drfvi-dist\nRoot-Is-Purelib: false\n"
	for _, tag := range tags {
		form += "Tag: py3-none-" + tag + "\n"
	}
	files = append(
		files, program, file{name: info + "METADATA", data: metadata},
		file{name: info + "WHEEL", data: []byte(form)}, file{name: info + "licenses/LICENSE", data: licence},
	)
	for _, f := range licences {
		f.name = info + "licenses/" + f.name
		files = append(files, f)
	}
	var rows [][]string
	for _, f := range sorted(files) {
		sum := sha256.Sum256(f.data)
		rows = append(
			rows,
			[]string{f.name, "sha256=" + base64.RawURLEncoding.EncodeToString(sum[:]), fmt.Sprint(len(f.data))},
		)
	}
	var record strings.Builder
	check(csv.NewWriter(&record).WriteAll(append(rows, []string{info + "RECORD", "", ""})))
	data := zipped("", append(files, file{name: info + "RECORD", data: []byte(record.String())}), made)
	return []file{
		{name: fmt.Sprintf("drfvi-%s-py3-none-%s.whl", version.Program, strings.Join(tags, ".")), data: data},
	}
}

// sources packs the packages for Python and R without a program, as pip and R CMD INSTALL
// take them.
func sources(made time.Time) []file {
	python := tracked("clients/python")
	python = append(python, file{name: "PKG-INFO", data: metadata(python)})
	return []file{
		{name: "drfvi-" + version.Program + ".tar.gz", data: tarball("drfvi-"+version.Program, python, made)},
		{name: "drfvi_" + version.Program + ".tar.gz", data: tarball("drfvi", tracked("clients/r"), made)},
	}
}

// tracked returns the files of a folder of the repository that git knows, under their names in it.
func tracked(folder string) (files []file) {
	listed := output(nil, "git", "ls-files", "-z", "--", folder)
	for name := range strings.SplitSeq(strings.TrimSuffix(string(listed), "\x00"), "\x00") {
		data := must(fs.ReadFile(os.DirFS(repository), name))
		files = append(files, file{name: strings.TrimPrefix(name, path.Clean(folder)+"/"), data: data})
	}
	return files
}

// metadata says what pip wants to know, as pyproject.toml does.
func metadata(source []file) []byte {
	contents := func(name string) string {
		i := slices.IndexFunc(source, func(f file) bool { return f.name == name })
		return string(source[i].data)
	}
	var p struct {
		Project struct {
			Name, Description string
			Requires          string              `toml:"requires-python"`
			Dependencies      []string            `toml:"dependencies"`
			Optional          map[string][]string `toml:"optional-dependencies"`
		}
	}
	must(toml.Decode(contents("pyproject.toml"), &p))
	var b bytes.Buffer
	fmt.Fprintf(&b, "Metadata-Version: 2.1\nName: %s\nVersion: %s\nSummary: %s\nLicense: "+
		"BSD-3-Clause\nRequires-Python: %s\n",
		p.Project.Name, version.Program, p.Project.Description, p.Project.Requires)
	for _, d := range p.Project.Dependencies {
		fmt.Fprintf(&b, "Requires-Dist: %s\n", d)
	}
	for _, extra := range slices.Sorted(maps.Keys(p.Project.Optional)) {
		fmt.Fprintf(&b, "Provides-Extra: %s\n", extra)
		for _, d := range p.Project.Optional[extra] {
			fmt.Fprintf(&b, "Requires-Dist: %s; extra == %q\n", d, extra)
		}
	}
	fmt.Fprintf(&b, "Description-Content-Type: text/markdown\n\n%s", contents("README.md"))
	return b.Bytes()
}
