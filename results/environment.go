package results

import (
	"runtime"

	"drfvi/internal/simd"
	"drfvi/internal/version"
)

// CurrentEnvironment returns the running program and the machine it runs on.
func CurrentEnvironment() Environment {
	build := version.ReadBuild()
	return Environment{
		Drfvi:    version.Program,
		Revision: build.Revision,
		Go:       runtime.Version(),
		OS:       runtime.GOOS,
		Arch:     runtime.GOARCH,
		Level:    build.Level,
		CPU:      version.CPU(),
		Features: []string{simd.Instructions()},
		Modules:  build.Modules,
	}
}
