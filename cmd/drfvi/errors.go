package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/internal/nearest"
	"drfvi/internal/par"
)

// conclude reports how a command ended and returns the exit code.
func conclude(ctx context.Context, stderr io.Writer, err error) int {
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		terminal.Message(stderr, terminal.InterruptMessage(err))
		return terminal.InterruptCode(ctx)
	}
	if mistake, ok := errors.AsType[*par.Panic](err); ok {
		fmt.Fprintf(stderr, "%s\n", mistake.Stack)
		err = fmt.Errorf("%w: a mistake in drfvi, not in your input; nothing that was finished is lost. Please "+
			"report it with the lines above and the command", err)
	}
	if err != nil {
		terminal.Message(stderr, mention.Marked(err))
	}
	return codeOf(err)
}

// flagError turns what pflag says of a bad flag into a usageError that names
// the nearest valid flag, or says what was expected of its value.
func flagError(cmd *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok && unknown.GetSpecifiedShortnames() == "" {
		err = unknownFlag(cmd, unknown.GetSpecifiedName())
	} else if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		name := mention.Name(invalid.GetFlag().Name).String()
		if short := invalid.GetFlag().Shorthand; short != "" {
			name = "-" + short
		}
		err = fmt.Errorf("%s: %w", name, invalid.Unwrap())
	}
	return flags.UsageError(fmt.Errorf("%w%s", err, seeHelp(cmd)))
}

// seeHelp is the last clause of an error in how a command is called.
func seeHelp(cmd *cobra.Command) string {
	return mention.Clause("; see %s %v", cmd.CommandPath(), mention.Help)
}

// unknownFlag says what may have been meant by a flag that a command does not have.
func unknownFlag(cmd *cobra.Command, flag string) error {
	if word := firstWord(cmd); word != "" {
		return unknownCommand(word, commandNames(cmd.Root()))
	}
	if owners := commandsBeside(cmd, flag); owners != nil {
		return fmt.Errorf("--%s is a flag of %s, not of %s", flag, strings.Join(owners, ", "), cmd.Name())
	}
	if cmd.Flags().Lookup("results") != nil && flag == "out" {
		return fmt.Errorf(
			"--out is a flag of run, expected --results FOLDER for what run has written%s",
			textIf(cmd.Flags().Lookup("to") != nil, ", and --to FOLDER for the report"),
		)
	}
	if name := synonym(cmd, flag); name != "" {
		return fmt.Errorf("unknown flag %q, did you mean %q? (its name here)", "--"+flag, "--"+name)
	}
	if owners := commandsWith(cmd, flag); len(owners) > 0 {
		return fmt.Errorf(
			"--%s is a flag of %s, expected the command before it", flag,
			strings.Join(collect(owners, (*cobra.Command).CommandPath), ", "),
		)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, "--"+f.Name)
		}
	})
	return nearest.Unknown("flag", "--"+flag, names)
}

// firstWord returns the word before the flags of a command line whose command is not
// known, if it may be a command that is misspelt; "" for none or a file.
func firstWord(cmd *cobra.Command) string {
	words := cmd.Flags().Args()
	if cmd.HasParent() || len(words) == 0 {
		return ""
	}
	if _, err := os.Stat(words[0]); err == nil || nearest.Of(words[0], commandNames(cmd)) == "" {
		return ""
	}
	return words[0]
}

// swallowed returns an error if a flag has taken another one for its value, or has nothing for one,
// as a variable of a shell that is not set.
func swallowed(cmd *cobra.Command) error {
	var fault error
	_, requested := cmd.InOrStdin().(*askedInputs) // whose values are not words of a command line
	cmd.Flags().Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		if !slices.ContainsFunc(values, func(value string) bool { return value != "" }) {
			fault = flags.UsageError(fmt.Errorf("%v needs a value, found \"\"%s", mention.Name(f.Name), seeHelp(cmd)))
		}
		for _, value := range values {
			name, _, _ := strings.Cut(strings.TrimPrefix(value, "--"), "=")
			if !requested && strings.HasPrefix(value, "--") && cmd.Flags().Lookup(name) != nil {
				fault = flags.UsageError(
					fmt.Errorf("%v needs a value, found the flag %s%s", mention.Name(f.Name), value, seeHelp(cmd)),
				)
			}
		}
	})
	return fault
}

// commandsWith returns the commands below one that have a flag, which the user may have meant;
// none for a command without others below it.
func commandsWith(cmd *cobra.Command, flag string) []*cobra.Command {
	return having(cmd.Commands(), func(c *cobra.Command) bool { return c.Flags().Lookup(flag) != nil })
}

// commandsBeside returns the names of the commands on tables that have a flag in their help, of
// which another one of them was given.
func commandsBeside(cmd *cobra.Command, flag string) []string {
	if cmd.GroupID != ownTables && cmd.Name() != "new" {
		return nil
	}
	return collect(having(commandsWith(cmd.Parent(), flag), func(c *cobra.Command) bool {
		return c.GroupID == ownTables && !c.Flags().Lookup(flag).Hidden
	}), (*cobra.Command).Name)
}

// exactly returns a check that the command has the given arguments, one for
// each name.
func exactly(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := swallowed(cmd); err != nil {
			return err
		}
		switch {
		case len(args) < len(names):
			return flags.UsageError(fmt.Errorf("%s needs %s%s", cmd.Name(), names[len(args)], seeHelp(cmd)))
		case len(args) > len(names):
			hint := advice(cmd, args[0], args[len(names)]) + seeHelp(cmd)
			return flags.UsageError(fmt.Errorf("%s: unexpected argument %q%s", cmd.Name(), args[len(names)], hint))
		}
		return nil
	}
}

// atLeast returns a check that the command has so many arguments; what says which.
func atLeast(n int, what func() string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < n {
			return flags.UsageError(fmt.Errorf("%s needs %s%s", cmd.Name(), what(), seeHelp(cmd)))
		}
		return nil
	}
}

// advice says what may have been meant by an argument too many of a command on tables: a
// second table beside the first argument, a formula, or a name of a list.
func advice(cmd *cobra.Command, first, argument string) string {
	if cmd.GroupID != ownTables {
		return ""
	}
	if strings.Contains(first+argument, "~") {
		y, x := "--targets", "--inputs"
		if cmd.Flags().Lookup("x") != nil {
			y, x = "--y", "--x"
		}
		return fmt.Sprintf(": formulas are R's, expected the table first, its responses in %s and its inputs in %s", y, x)
	}
	if _, err := os.Stat(argument); err == nil ||
		filepath.Ext(argument) != "" && filepath.Ext(argument) == filepath.Ext(first) {
		if cmd.Flags().Lookup("new") != nil {
			return ", a second file: expected the rows to predict as --new " + format.Argument(argument)
		}
		return ", a second file: " + oneTable
	}
	text := ""
	if targets := cmd.Flags().Lookup("targets"); targets != nil && !targets.Changed {
		text = ": responses are named by --targets " + elements([]string{argument})
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if list, ok := f.Value.(pflag.SliceValue); ok && f.Value.Type() == "stringSlice" &&
			!slices.Contains(list.GetSlice(), argument) {
			text = fmt.Sprintf(
				": names of a list have commas and no blanks between them, as in --%s %s", f.Name,
				elements(append(nonempty(list.GetSlice()...), argument)),
			)
		}
	})
	return text
}

// elements writes words as a list of a flag.
func elements(words []string) string { return strings.Join(collect(words, format.Element), ",") }

// Exit codes.
const (
	codeDone    = 0
	codeFailed  = 1
	codeUsage   = 2
	codeMissing = 3
)

// missing is an error of results that a verdict needs and that are not there.
type missing struct{ error }

func (m missing) Unwrap() error { return m.error }

// codeOf returns the exit code of an error. Unknown columns are faults of the command line.
func codeOf(err error) int {
	switch {
	case err == nil:
		return codeDone
	case flags.IsUsage(err), errors.As(err, new(datasets.NameError)):
		return codeUsage
	case errors.As(err, new(missing)):
		return codeMissing
	}
	return codeFailed
}

// synonyms are words, without what joins their parts, by which grf, ranger, randomForest and
// scikit-learn call what a flag sets.
var synonyms = map[string]string{
	"y": "targets", "response": "targets", "responses": "targets", "outcome": "targets", "outcomes": "targets",
	"formula": "targets", "label": "targets", "labels": "targets", "dependent": "targets", "yvar": "targets",
	"x": "inputs", "features": "inputs", "predictors": "inputs", "covariates": "inputs", "xvar": "inputs",
	"drop": "exclude", "ignore": "exclude", "skip": "exclude",
	"ntree": "trees", "ntrees": "trees", "numtrees": "trees", "nestimators": "trees",
	"nodesize": "min-node-size", "minleaf": "min-node-size", "minsamplesleaf": "min-node-size",
	"minbucket": "min-node-size", "maxfeatures": "mtry",
	"maxsamples": "sample-fraction", "subsample": "sample-fraction", "fraction": "sample-fraction",
	"randomstate": "seed", "randomseed": "seed",
	"threads": "workers", "numthreads": "workers", "njobs": "workers", "jobs": "workers", "cores": "workers",
	"parallel": "workers", "bandwidth": "kernel", "gamma": "kernel", "sigma": "kernel",
	"confidence": "level", "conflevel": "level", "coverage": "level",
	"caseweights": "weights", "sampleweight": "weights", "sampleweights": "weights",
	"clusters": "cluster", "groups": "cluster", "id": "cluster",
	"sep": "separator", "delimiter": "separator",
	"output": "format", "outputformat": "format", "json": "format json", "csv": "format csv",
	"v": "verbose", "debug": "verbose", "page": "html", "webpage": "html",
}

// synonym returns the flag of a command that other programs call by a word, perhaps with its
// value; "" for none.
func synonym(cmd *cobra.Command, word string) string {
	meant := synonyms[strings.ToLower(strings.NewReplacer("-", "", "_", "", ".", "").Replace(word))]
	name, _, _ := strings.Cut(meant, " ")
	if f := cmd.Flags().Lookup(name); f == nil || f.Hidden {
		return ""
	}
	return meant
}

// commandsFor are commands for words of what they show, which are no commands.
var commandsFor = map[string]string{
	"aspects": "importance", "explain": "importance", "importances": "importance", "varimp": "importance",
	"vimp": "importance", "vip": "importance", "glossary": "help reading", "interpret": "help reading",
	"p-value": "help reading", "terms": "help reading", "reproduce": "run", "version": "--version",
}

// unknownCommand says what may have been meant by a word that is no command.
func unknownCommand(word string, names []string) error {
	if strings.HasPrefix(strings.ToLower(word), "cit") {
		return fmt.Errorf("unknown command %q: CITATION.cff has the reference, "+
			"docs/manual.md#how-do-i-report-results what to state", word)
	}
	if meant := commandsFor[strings.ToLower(word)]; meant != "" {
		return fmt.Errorf("unknown command %q, did you mean drfvi %s?", word, meant)
	}
	return nearest.Unknown("command", word, names)
}
