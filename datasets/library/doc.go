// Package library has the nine public data sets of the paper's elimination
// experiments:
//
//  1. Lookup finds an entry in the embedded manifest: home, byte identity,
//     shape, citation;
//  2. Fetch finds the file in a folder of the user's, in the cache or at its
//     public home, and accepts it only if its bytes are the right ones;
//  3. Load reads it (ARFF or .Rdata) and drops the rows with missing values.
package library
