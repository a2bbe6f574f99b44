// Package datasets reads numbers from files: users' tables and, in the
// package library below it, the public data sets of the paper.
//
// A user's table goes through two steps:
//
//  1. Read recognises the format of the file, checks it and infers the kinds of its
//     columns: numbers, truth values, dates, categories or text;
//  2. Table.Split divides it into inputs X (n×p) and responses Y (n×d), with the
//     columns of X that belong together as one input.
//
// Problem.Task makes of the result what estimators of package importance take.
//
// Every error about a file names the file, the place in it, the content found and the
// one expected. Nothing is printed and nothing of a file is trusted: no reader allocates
// from a size that the file merely claims.
//
// A table of three columns, in which a text column of three levels becomes three columns
// of one input; errors are ignored:
//
//	const file = "age,colour,weight\n3,red,20\n5,blue,31\n4,red,27\n7,green,40\n"
//	options := datasets.Options{Missing: datasets.MissingRefuse}
//	table, err := datasets.Parse(strings.NewReader(file), "animals.csv", options)
//	problem, err := table.Split([]string{"weight"}, nil)
//	fmt.Println(problem.X.Dims())
//	for _, v := range problem.Variables {
//		fmt.Println(v)
//	}
//	task := problem.Task()
package datasets

// Version names the reading of files. It is raised when the same file no longer
// gives the same numbers.
const Version = "1"
