// Package mmd holds the Gaussian kernel and what is computed with it: the
// median heuristic, squared distances between kernel mean embeddings, and the
// MMD loss.
package mmd
