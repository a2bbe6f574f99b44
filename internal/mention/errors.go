package mention

import (
	"errors"
	"fmt"
	"strings"
)

// said is an error whose message mentions settings: its words are plain.
type said struct{ marked error }

func (e *said) Error() string { return plain(e.marked.Error()) }

func (e *said) Unwrap() error { return errors.Unwrap(e.marked) }

// Errorf is fmt.Errorf for messages that mention settings. It wraps one error at most.
func Errorf(format string, args ...any) error { return &said{fmt.Errorf(format, args...)} }

// Marked returns the message of an error with its settings as they are mentioned, by itself and
// by the errors in it.
func Marked(err error) string { return marked(err.Error(), err) }

// marked puts what errors mention in the place of their plain words in a message.
func marked(message string, err error) string {
	if e, is := err.(*said); is {
		message = strings.Replace(message, e.Error(), e.marked.Error(), 1)
	}
	switch wrapper := err.(type) {
	case interface{ Unwrap() error }:
		if inner := wrapper.Unwrap(); inner != nil {
			return marked(message, inner)
		}
	case interface{ Unwrap() []error }:
		for _, inner := range wrapper.Unwrap() {
			message = marked(message, inner)
		}
	}
	return message
}
