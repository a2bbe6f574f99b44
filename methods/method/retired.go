package method

// retired are methods of earlier versions: their records are read and shown as they were. No method
// computes them.
func retired() []Facts {
	facts := []Facts{
		inferring(Facts{
			Name: "loco-t", Colour: 0x999933, Mark: Pyramid,
			About: "until version 2: loco with t-tests of the losses, forests taken for given",
		}),
		{
			Name: "stacked-mean", Colour: 0xE69F00, Mark: Box, Axis: "share of what is explained of means",
			About: "until version 2: stacked, with its tests, for the means of the responses in the place of their distribution",
		},
		inferring(Facts{
			Name: "cross", Colour: 0x117733, Mark: Cross,
			About: "until version 2: forests of one half say in which direction predictions move without the " +
				"input, the other half how far its responses lie that way",
		}),
		{
			Name: "permute-t", Colour: 0xAA4499, Mark: Cross, Axis: "increase of the loss",
			About: "until version 2: a negative control, a t-test over ten permutations of the input, forest and " +
				"rows taken for given",
		},
	}
	for i := range facts {
		facts[i] = facts[i].labelled()
	}
	return facts
}
