package forest

import (
	"fmt"

	"drfvi/internal/nearest"
)

// Choices lists the settings in which presets differ, by the names they have in
// JSON: what an ablation takes from one preset to another.
func Choices() []string {
	return []string{"frequencies", "bandwidth", "weighting", "alpha", "group_size"}
}

// Take returns the configuration with one of the Choices as it is in another
// configuration. The size of groups brings the number of trees with it, which
// is a multiple of it.
func (c Config) Take(choice string, from Config) (Config, error) {
	switch choice {
	case "frequencies":
		c.Frequencies, c.FrozenSeed = from.Frequencies, from.FrozenSeed
	case "bandwidth":
		c.Bandwidth = from.Bandwidth
	case "weighting":
		c.Weighting = from.Weighting
	case "alpha":
		c.Alpha = from.Alpha
	case "group_size":
		c.GroupSize, c.Trees = from.GroupSize, from.Trees
	default:
		return Config{}, fmt.Errorf("forest: %w", nearest.Unknown("choice", choice, Choices()))
	}
	return c, nil
}
