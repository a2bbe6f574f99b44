package forest

// Override holds single choices in the place of a preset's. What is nil is left as
// it is.
type Override struct {
	Honesty        *bool    `json:"honesty,omitempty"`
	SampleFraction *float64 `json:"sample_fraction,omitempty"`
	MostRows       *int     `json:"most_rows,omitempty"`
	MinNodeSize    *int     `json:"min_node_size,omitempty"`
	MTry           *MTry    `json:"mtry,omitempty"`
	Alpha          *float64 `json:"alpha,omitempty"`
	Steady         *bool    `json:"steady,omitempty"`
}

// Apply returns the configuration with the choices made.
func (o Override) Apply(c Config) Config {
	if o.Honesty != nil {
		c.Honesty = *o.Honesty
	}
	if o.SampleFraction != nil {
		c.SampleFraction = *o.SampleFraction
	}
	if o.MostRows != nil {
		c.MostRows = *o.MostRows
	}
	if o.MinNodeSize != nil {
		c.MinNodeSize = *o.MinNodeSize
	}
	if o.MTry != nil {
		c.MTry = *o.MTry
	}
	if o.Alpha != nil {
		c.Alpha = *o.Alpha
	}
	if o.Steady != nil {
		c.Steady = *o.Steady
	}
	return c
}
