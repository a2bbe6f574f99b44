// Package browser tests pages of drfvi in a real browser. It is a module of its own, so
// that the program does not carry the browser's protocol.
package browser
