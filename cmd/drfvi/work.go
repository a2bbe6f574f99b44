package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/experiments/cluster"
)

// workOptions are what a user can choose of the work command: a chunk, or the folder of
// results to finish.
type workOptions struct{ chunk, finish string }

func (o *workOptions) addFlags(cmd *cobra.Command) {
	cmd.Args = exactly()
	cmd.Flags().StringVar(&o.chunk, "chunk", "", "`FILE:INDEX`: the chunk, from 1")
	cmd.Flags().StringVar(&o.finish, "finish", "", "`FOLDER` of the results to merge and report on")
	flags.Reads(cmd.Flags(), "chunk", "finish")
}

func (o *workOptions) run(cmd *cobra.Command, _ []string) error {
	switch {
	case (o.chunk == "") == (o.finish == ""):
		return flags.UsageError(errors.New("work needs one of --chunk FILE:INDEX and --finish FOLDER; see drfvi work --help"))
	case o.finish != "":
		return finishRound(cmd, o.finish)
	}
	file, index := o.chunk, 0
	var err error
	if at := strings.LastIndexByte(file, ':'); at >= 0 {
		if index, err = strconv.Atoi(file[at+1:]); err != nil || index < 1 {
			return flags.UsageError(fmt.Errorf("--chunk: found %q after the colon, expected the number of a chunk, from 1", file[at+1:]))
		}
		file = file[:at]
	} else if index, _, err = cluster.IndexFromEnvironment(os.Getenv); err != nil {
		return flags.UsageError(fmt.Errorf("--chunk: %w", err))
	}
	drain := drainSignals()
	return cluster.Work(cmd.Context(), drain, file, index, func(line string) { terminal.Message(cmd.ErrOrStderr(), line) })
}

// finishRound merges, reports, and sends again what can be.
func finishRound(cmd *cobra.Command, out string) error {
	v, sub, err := scheduler(cmd).Finish(cmd.Context(), out)
	if err != nil {
		return err
	}
	if sub.Units > 0 {
		if err := show(cmd, sentText(sub)); err != nil {
			return err
		}
	}
	if err := show(cmd, statusText(out, v)); err != nil || v.Count(cluster.Done) == 0 {
		return err
	}
	source, err := openResults(out)
	if err != nil {
		return err
	}
	return writeReport(cmd, v.Rounds[len(v.Rounds)-1].Settings.Report, source)
}
