package methods

import (
	"fmt"
	"time"

	"drfvi/importance"
)

// programBytes is about the memory of the program itself.
const programBytes = 15 << 20

// TooLargeError says that a computation needs more memory, by a rough estimate, than it
// may take.
type TooLargeError struct{ Needed, Allowed float64 } // bytes

// Error says how much memory is needed, and how much may be taken.
func (e TooLargeError) Error() string {
	return fmt.Sprintf("about %s of memory are needed, more than the %s that may be taken, so it was not tried; --memory allows more", gigabytes(e.Needed), gigabytes(e.Allowed))
}

func gigabytes(bytes float64) string {
	if bytes >= 10e9 {
		return fmt.Sprintf("%.0f GB", bytes/1e9)
	}
	return fmt.Sprintf("%.2g GB", bytes/1e9)
}

// EstimationCost returns rough estimates of the time that an estimation takes
// one core, and of the memory it needs.
func (m Method) EstimationCost(s Settings, l importance.Size) (time.Duration, int64) {
	c := m.Cost(s, l)
	return onOneCore(c), programBytes + int64(c.Bytes)
}

// SelectionCost returns rough estimates of the time that importance.Select
// takes one core, and of the memory it needs, on a table of which
// l.Rows rows are used: repeats times on halves of them and once on all.
func (m Method) SelectionCost(s Settings, repeats int, l importance.Size) (time.Duration, int64) {
	all := m.EliminationCost(s, l)
	l.Rows /= 2
	half := m.EliminationCost(s, l)
	return time.Duration(repeats)*onOneCore(half) + onOneCore(all), programBytes + int64(max(half.Bytes, all.Bytes))
}

// onOneCore is the time that the work takes one core.
func onOneCore(c importance.Cost) time.Duration { return time.Duration(c.Nanoseconds) }

// Cost is what an estimation is expected to take. It panics on settings that New
// refuses.
func (m Method) Cost(s Settings, l importance.Size) importance.Cost { return m.estimator(s).Cost(l) }

// EliminationCost is what an elimination is expected to take that grows its forests
// from l.Rows rows. It panics on settings that New refuses, and if the method does not
// eliminate.
func (m Method) EliminationCost(s Settings, l importance.Size) importance.Cost {
	config, err := s.Config()
	if err != nil {
		panic("methods: settings that New would refuse: " + err.Error())
	}
	return importance.EliminationCost(m.estimator(s).(importance.Eliminator), config, l)
}

// estimator is New for settings that were accepted before.
func (m Method) estimator(s Settings) importance.Estimator {
	e, err := m.New(s)
	if err != nil {
		panic("methods: settings that New refuses: " + err.Error())
	}
	return e
}
