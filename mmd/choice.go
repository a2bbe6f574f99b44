package mmd

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/nearest"
)

// KernelChoice determines the kernel for given responses: Median, Authors, a Gamma, Linear, or
// a caller's own type.
type KernelChoice interface {
	// Resolve returns the kernel for the responses y, n×d, or an error if they give no
	// scale, for example because all are equal.
	Resolve(y *mat.Dense) (Kernel, error)
	// String names the choice in settings, messages and records.
	String() string
}

// Heuristic is a KernelChoice that derives Gamma from the responses.
type Heuristic string

const (
	// Authors sets Gamma = mh(Y), drf's median heuristic on the raw responses
	// (MedianHeuristic): a length used as an inverse squared length. The published
	// tables depend on it.
	Authors Heuristic = "authors"
	// Median sets Gamma = 1/(2m²), m the median of ‖Yi − Yj‖ over pairs
	// (MedianDistance).
	Median Heuristic = "median"
)

// String returns the heuristic's word.
func (h Heuristic) String() string { return string(h) }

// Resolve implements KernelChoice. It returns an error if the heuristic is unknown or all
// responses are equal.
func (h Heuristic) Resolve(y *mat.Dense) (Kernel, error) {
	var gamma, scale float64
	switch h {
	case Authors:
		scale = MedianHeuristic(y)
		gamma = scale
	case Median:
		scale = MedianDistance(y)
		gamma = 1 / (2 * scale * scale)
	default:
		return Kernel{}, unknownKernel(string(h))
	}
	if scale == 0 {
		return Kernel{}, fmt.Errorf("kernel %q: all responses are equal, which gives no scale; expected "+
			"responses that vary", h)
	}
	return Kernel{Gamma: gamma}, nil
}

// Gamma is the KernelChoice of exp(−γ‖y − y'‖²) with a fixed γ.
type Gamma float64

// String returns γ in the fewest digits that identify it.
func (g Gamma) String() string { return strconv.FormatFloat(float64(g), 'g', -1, 64) }

// Resolve implements KernelChoice. It returns an error unless γ is positive and finite.
func (g Gamma) Resolve(*mat.Dense) (Kernel, error) {
	if gamma := float64(g); !(gamma > 0) || math.IsInf(gamma, 0) {
		return Kernel{}, fmt.Errorf("kernel %q: expected a positive finite number", g)
	}
	return Kernel{Gamma: float64(g)}, nil
}

// written is a Gamma in the user's own digits, which records keep.
type written struct {
	Gamma
	word string
}

func (w written) String() string { return w.word }

// ParseKernel parses "median", "authors", "linear" or a positive number. The choice's String
// is the word as given.
func ParseKernel(word string) (KernelChoice, error) {
	switch h := Heuristic(word); h {
	case Authors, Median:
		return h, nil
	}
	if word == Linear.String() {
		return Linear, nil
	}
	gamma, err := strconv.ParseFloat(word, 64)
	if err != nil || strings.Contains(word, "_") { // as in Go's own source
		return nil, unknownKernel(word)
	}
	if !(gamma > 0) || math.IsInf(gamma, 0) {
		return nil, fmt.Errorf("kernel %q: expected a positive finite number", word)
	}
	return written{Gamma(gamma), word}, nil
}

// unknownKernel is the error for a word that names no kernel.
func unknownKernel(word string) error {
	return fmt.Errorf(
		"%w, or a positive number",
		nearest.Unknown("kernel", word, []string{string(Authors), Linear.String(), string(Median)}),
	)
}
