package main

import (
	"fmt"
	"slices"
	"strings"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/internal/mention"
	"drfvi/methods"
	"drfvi/mmd"
)

// linearCommands are the commands whose importances may be those for means.
var linearCommands = []string{"importance", "groups", "shapley"}

// checkLinear returns an error if the kernel is linear and the command or the method needs whole
// distributions.
func (o *estimationOptions) checkLinear(command string, method methods.Method) error {
	if !o.isLinear() || !method.UsesKernel {
		return nil
	}
	linear := mention.Kernel.To(mmd.Linear.String())
	switch {
	case !slices.Contains(linearCommands, command):
		return flags.UsageError(fmt.Errorf("%s compares whole distributions, not means: leave out %v", command, linear))
	case !slices.Contains(answering, method.Name):
		return flags.UsageError(
			fmt.Errorf(
				"method %s compares whole distributions: %v needs one of %s", method.Name, linear,
				strings.Join(answering, ", "),
			),
		)
	}
	return nil
}

// isLinear reports whether importances are those for means.
func (o *estimationOptions) isLinear() bool { return o.kernel.Value == mmd.Linear }

// kernelWords names the kernel with its scale. use says what it is used for, "" for everything.
func (e *analysis) kernelWords(use string) string {
	if e.isLinear() {
		return "kernel linear (means only)"
	}
	return fmt.Sprintf("kernel %s (γ = %.4g%s)", e.Kernel, e.Result.Gamma, use)
}

// isLinear reports whether importances are those for means.
func (e *analysis) isLinear() bool { return e.Kernel == mmd.Linear.String() }
