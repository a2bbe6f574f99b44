// Package version identifies the program and the machine on which it runs.
package version

import (
	"runtime/debug"
	"strings"
)

// Program is the version of drfvi.
const Program = "2.0.0"

// Build describes the build of the running program.
type Build struct {
	// Go is the version of the Go tool chain.
	Go string
	// Revision is the git revision of the source, with "+changes" if files differed from
	// it; empty for a build outside a repository.
	Revision string
	// Level is the compiler's instruction set, such as "GOAMD64=v1"; empty if not
	// recorded.
	Level string
	// Modules are the versions of the linked modules, by path.
	Modules map[string]string
}

// ReadBuild returns how the running program was built.
func ReadBuild() Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Build{Modules: map[string]string{}}
	}
	return fromInfo(info)
}

func fromInfo(info *debug.BuildInfo) Build {
	b := Build{Go: info.GoVersion, Modules: make(map[string]string, len(info.Deps))}
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		b.Modules[module.Path] = module.Version
	}
	changed := false
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.Revision = setting.Value
		case "vcs.modified":
			changed = setting.Value == "true"
		case "GOAMD64", "GOARM64", "GOARM", "GO386", "GOPPC64", "GORISCV64", "GOMIPS", "GOMIPS64", "GOWASM":
			b.Level = setting.Key + "=" + strings.TrimSpace(setting.Value)
		}
	}
	if changed && b.Revision != "" {
		b.Revision += "+changes"
	}
	return b
}
