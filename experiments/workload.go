package experiments

import (
	"fmt"
	"time"

	"drfvi/importance"
)

// program is about the memory of the program itself.
const program = 15 << 20

// TooLargeError says that a computation needs more memory, by a rough estimate, than it
// may take.
type TooLargeError struct{ Needed, Allowed float64 } // bytes

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
func EstimationCost(m Method, s Settings, l importance.Size) (time.Duration, int64) {
	c := m.cost(s, l)
	return onOneCore(c), program + int64(c.Bytes)
}

// EliminationCost returns rough estimates of the time that importance.Select
// takes one core, and of the memory it needs, for a method on a table of which
// l.Rows rows are used: repeats times on halves of them and once on all.
func EliminationCost(m Method, s Settings, repeats int, l importance.Size) (time.Duration, int64) {
	all := m.eliminationCost(s, l)
	l.Rows /= 2
	half := m.eliminationCost(s, l)
	return time.Duration(repeats)*onOneCore(half) + onOneCore(all), program + int64(max(half.Bytes, all.Bytes))
}

// onOneCore is the time that a computation takes one core.
func onOneCore(c importance.Cost) time.Duration { return time.Duration(c.Nanoseconds) }

// cost is what an estimation by the method is expected to take.
func (m Method) cost(s Settings, l importance.Size) importance.Cost {
	if m.program != nil {
		nanoseconds, bytes := m.program.Cost()
		return importance.Cost{Nanoseconds: nanoseconds, Bytes: bytes}
	}
	return m.estimator(s).Cost(l)
}

// eliminationCost is what an elimination is expected to take that grows its forests
// from l.Rows rows.
func (m Method) eliminationCost(s Settings, l importance.Size) importance.Cost {
	config, err := s.config()
	if err != nil {
		panic("experiments: settings that New would refuse: " + err.Error())
	}
	return importance.EliminationCost(m.estimator(s).(importance.Eliminator), config, l)
}

// estimator is New for settings that were accepted before.
func (m Method) estimator(s Settings) importance.Estimator {
	e, err := m.New(s)
	if err != nil {
		panic("experiments: settings that New refuses: " + err.Error())
	}
	return e
}
