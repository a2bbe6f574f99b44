package main

import (
	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/description"
	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/cmd/drfvi/internal/help"
	"drfvi/cmd/drfvi/internal/reading"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
)

func newDescribe() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "describe FILE",
		Short: "Tell what the columns of a table hold and would be used as",
		Long: `Tell what the columns of a table hold: their type, missing values, how many
different values there are and how many rows share theirs with another row
(ties), the range of numbers or the categories, and what each would be used as
by importance and rfe. It goes on where these would stop, at a column that they
refuse or a missing value, and warns of columns that look like identifiers or
row numbers, that are constant or the same as another, and of dates that look
like integers.

FILE, or "-" for standard input, is a text table with a header line, ARFF,
Parquet, or of R (.RData, .rds), compressed with gzip, zstd or bzip2 or not; the
format is recognised from the content. The flags are those of importance and rfe, so that
what they do can be looked at first.

JSON has version, file, rows, complete_rows, duplicate_rows, warnings, and for each of the
columns name, type, ordered, missing, distinct, tied, min, mean, max, levels with
their rows, use, refused and warnings.`,
		Example: `  drfvi describe houses.csv
  drfvi describe houses.rds --format json
  drfvi describe stations.csv.gz --separator semicolon --decimal , --na -999,unknown
  drfvi describe sales.parquet --date day --exclude 'id_*'`,
		Args: exactly("a FILE, or - for standard input"),
	}
	options := reading.AddOptions(cmd)
	format := flag.AddFormat(cmd, "text", "json")
	help.Group(cmd, help.Output, "format")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var d *datasets.Description
		var err error
		if args[0] == reading.StandardInput {
			d, err = datasets.DescribeFrom(cmd.InOrStdin(), reading.Origin(args[0]), *options)
		} else {
			d, err = datasets.Describe(args[0], *options)
		}
		if err != nil {
			return err
		}
		return show(cmd, format, description.Table(d), description.TableText(d, terminal.ScreenOf(cmd.OutOrStdout())))
	}
	return cmd
}
