package flag

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drfvi/mmd"
)

// Kernel is a flag whose value is a kernel on the responses.
type Kernel struct{ Value mmd.KernelChoice }

var _ pflag.Value = (*Kernel)(nil)

func (k *Kernel) String() string { return string(k.Value) }
func (k *Kernel) Type() string   { return "KERNEL" }

func (k *Kernel) Set(word string) error {
	parsed, err := mmd.ParseKernel(word)
	if err != nil {
		return err
	}
	k.Value = parsed
	return nil
}

// AddKernel adds the flag --kernel.
func AddKernel(cmd *cobra.Command) *Kernel {
	k := &Kernel{mmd.Median}
	cmd.Flags().Var(k, "kernel", "on the responses: median, authors, or the number γ of exp(−γ‖y−y'‖²)")
	Complete(cmd, "kernel", []string{string(mmd.Median), string(mmd.Authors)})
	return k
}
