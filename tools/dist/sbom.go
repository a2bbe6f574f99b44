package main

import (
	"bytes"
	"runtime/debug"
	"strings"
	"time"

	"github.com/CycloneDX/cyclonedx-go"

	"drfvi/internal/version"
)

// billOfMaterials lists the modules of a program in the form of CycloneDX, as the program
// itself tells them. It has no serial number, which would differ each time.
func billOfMaterials(info *debug.BuildInfo, made time.Time) []byte {
	program := cyclonedx.Component{
		BOMRef:     "pkg:golang/drfvi@" + version.Program,
		Type:       cyclonedx.ComponentTypeApplication,
		Name:       "drfvi",
		Version:    version.Program,
		PackageURL: "pkg:golang/drfvi@" + version.Program,
		Licenses:   &cyclonedx.Licenses{{License: &cyclonedx.License{ID: "BSD-3-Clause"}}},
	}
	var settings []cyclonedx.Property
	for _, s := range info.Settings {
		settings = append(settings, cyclonedx.Property{Name: "go:build:" + s.Key, Value: s.Value})
	}
	program.Properties = &settings
	components := []cyclonedx.Component{library("std", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, module := range info.Deps {
		components = append(components, library(module.Path, module.Version))
	}
	var needs []string
	for _, c := range components {
		needs = append(needs, c.BOMRef)
	}
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Timestamp: made.Format(time.RFC3339), Component: &program}
	bom.Components = &components
	bom.Dependencies = &[]cyclonedx.Dependency{{Ref: program.BOMRef, Dependencies: &needs}}
	var out bytes.Buffer
	check(cyclonedx.NewBOMEncoder(&out, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(bom))
	return out.Bytes()
}

// library describes a module; its licence texts are in the archive.
func library(name, version string) cyclonedx.Component {
	url := "pkg:golang/" + name + "@" + version
	return cyclonedx.Component{
		BOMRef: url, Type: cyclonedx.ComponentTypeLibrary, Name: name, Version: version, PackageURL: url,
		Scope: cyclonedx.ScopeRequired,
	}
}
