// Package datasets brings numbers in from files: users' tables and, in the
// package library below it, the public data sets of the paper.
//
// A user's table goes through two steps:
//
//  1. Read recognises the format of the file, checks it and finds out what its
//     columns hold: numbers, truth values, dates, categories or text;
//  2. Table.Split parts it into inputs X (n×p) and responses Y (n×d) and says
//     which columns of X belong together as one input.
//
// Every error about a file says which file, where in it, what was found and
// what was expected. Nothing is printed and nothing of a file is trusted: no
// reader allocates from a size that the file merely claims.
//
// Three columns, of which a text column becomes three inputs that are one together, errors left out:
//
//	const file = "age,colour,weight\n3,red,20\n5,blue,31\n4,red,27\n7,green,40\n"
//	table, err := datasets.Parse(strings.NewReader(file), "animals.csv", datasets.Options{Missing: datasets.MissingRefuse})
//	problem, err := table.Split([]string{"weight"}, nil)
//	fmt.Println(problem.X.Dims())
//	for _, v := range problem.Variables {
//		fmt.Println(v)
//	}
//	fmt.Println(problem.YNames)
package datasets

// Version names the reading of files. It is raised when the same file no longer
// gives the same numbers.
const Version = "1"
