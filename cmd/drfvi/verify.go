package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/internal/format"
	"drfvi/reports"
	"drfvi/results"
)

type verifyOptions struct{ results *string }

func (o *verifyOptions) addFlags(cmd *cobra.Command) { o.results = addResults(cmd) }

func (o *verifyOptions) run(cmd *cobra.Command, experiments []string) error {
	source, err := openResults(*o.results, experiments...)
	if err != nil {
		return err
	}
	source.warn(cmd.ErrOrStderr())
	overview, err := reports.Verify(source)
	if err != nil {
		return err
	}
	if err := show(cmd, overview.Text()); err != nil {
		return err
	}
	if cells, claims, why := overview.Unavailable(); cells+claims > 0 {
		remedy := "drfvi run"
		if slices.ContainsFunc(why, func(reason string) bool { return strings.HasPrefix(reason, "data ") }) {
			remedy = "drfvi data verify"
		}
		terminal.Message(
			cmd.ErrOrStderr(),
			fmt.Sprintf("warning: %s not compared: %s; see %s", parts(cells, claims), strings.Join(why, ", "), remedy),
		)
	}
	return verdict(overview, source)
}

// verdict returns nil if everything published holds, or the error that says
// what does not or is missing.
func verdict(o reports.Overview, s source) error {
	dir := s.Dir()
	cells, claims := o.Absent()
	withoutData, claimsWithoutData, _ := o.Unavailable()
	cells, claims = cells-withoutData, claims-claimsWithoutData
	switch {
	case len(o.Cells)+len(o.Claims) == withoutData+claimsWithoutData:
		if s.runs == everything && len(having(s.stored, results.Experiment.OfUser)) == len(s.stored) {
			return missing{fmt.Errorf(`%s has no claims to judge: a specification lists them under "claims"`, dir)}
		}
		return missing{fmt.Errorf("%s holds nothing that can be compared with the paper", dir)}
	case cells+claims > 0:
		return missing{
			fmt.Errorf(
				"missing in %s: %s; %s computes what is not there", dir, parts(cells, claims),
				runAll(s.runs, s.profile, dir),
			),
		}
	}
	if len(s.outdated) > 0 {
		return missing{
			fmt.Errorf("%s in %s: what this version of drfvi would run is missing", strings.Join(s.outdated, ", "), dir),
		}
	}
	if cells, claims := o.Unmet(); cells+claims > 0 {
		others := having(experimentsOf(s.stored), func(name string) bool { return !slices.Contains(experimentNames(), name) })
		owner := textIf(s.runs == everything && len(others) == 0, " of the paper")
		do := "do"
		if cells+claims == 1 {
			do = "does"
		}
		return fmt.Errorf("%s%s %s not hold in %s", parts(cells, claims), owner, do, dir)
	}
	return nil
}

// parts counts published numbers and claims in words.
func parts(numbers, claims int) string {
	return strings.Join(
		nonempty(
			textIf(numbers > 0, format.Plural(numbers, "published number")),
			textIf(claims > 0, format.Plural(claims, "claim")),
		),
		" and ",
	)
}
