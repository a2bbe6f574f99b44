package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"drfvi/internal/version"
)

// main's repository is seen from the folder of the module, tests from that of the package.
func TestMain(m *testing.M) {
	if err := os.Chdir(".."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// TestWheel checks what pip checks: that RECORD has every file with its size and sum, and that the
// program can be executed.
func TestWheel(t *testing.T) {
	program := file{name: "drfvi", data: []byte("program"), executable: true}
	licences := []file{{name: "licences/of, one", data: []byte("terms")}}
	made := time.Unix(1e9, 0).UTC()
	wheels := wheel("linux", "arm64", program, licences, made)
	if len(wheels) != 1 {
		t.Fatal(len(wheels))
	}
	if want := "drfvi-" + version.Program + "-py3-none-manylinux2014_aarch64.manylinux_2_17_aarch64.musllinux_1_1_aarch64.whl"; wheels[0].name != want {
		t.Errorf("%s, expected %s", wheels[0].name, want)
	}
	archive, err := zip.NewReader(bytes.NewReader(wheels[0].data), int64(len(wheels[0].data)))
	if err != nil {
		t.Fatal(err)
	}
	info := "drfvi-" + version.Program + ".dist-info/"
	sums, texts := make(map[string]string), make(map[string]string)
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(data)
		sums[f.Name] = fmt.Sprintf("sha256=%s,%d", base64.RawURLEncoding.EncodeToString(sum[:]), len(data))
		texts[f.Name] = string(data)
		if f.Name == "drfvi/bin/drfvi" && f.Mode()&0o111 == 0 {
			t.Error("the program cannot be executed")
		}
	}
	rows, err := csv.NewReader(strings.NewReader(texts[info+"RECORD"])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	sums[info+"RECORD"] = ","
	if len(rows) != len(sums) {
		t.Errorf("RECORD has %d files of %d", len(rows), len(sums))
	}
	for _, row := range rows {
		if said := row[1] + "," + row[2]; sums[row[0]] != said {
			t.Errorf("RECORD says %s of %s, which is %s", said, row[0], sums[row[0]])
		}
	}
	for name, line := range map[string]string{
		info + "METADATA": "\nVersion: " + version.Program + "\n", info + "WHEEL": "\nTag: py3-none-musllinux_1_1_aarch64\n",
		"drfvi/__init__.py": "DistributionalImportance", info + "licenses/licences/of, one": "terms", info + "licenses/LICENSE": "Redistribution",
	} {
		if !strings.Contains(texts[name], line) {
			t.Errorf("%s does not have %q", name, line)
		}
	}
	if !strings.Contains(texts[info+"METADATA"], "\nRequires-Dist: matplotlib; extra == \"plot\"\n") {
		t.Errorf("METADATA is\n%s", texts[info+"METADATA"])
	}
	again := wheel("linux", "arm64", program, slices.Clone(licences), made)
	if !bytes.Equal(again[0].data, wheels[0].data) {
		t.Error("two wheels differ")
	}
	if none := wheel("plan9", "amd64", program, licences, made); none != nil {
		t.Error("a wheel for a platform without a name")
	}
}
