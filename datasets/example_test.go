package datasets_test

import (
	"fmt"
	"log"
	"strings"

	"drfvi/datasets"
)

// A table with a text column, read and parted into inputs and responses. Categories
// become indicator columns, one variable together.
func Example() {
	const file = "age,colour,weight\n3,red,20\n5,blue,31\n4,red,27\n7,green,40\n"
	table, err := datasets.Parse(strings.NewReader(file), "animals.csv", datasets.Options{Missing: datasets.MissingRefuse})
	if err != nil {
		log.Fatal(err)
	}
	problem, err := table.Split([]string{"weight"}, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(problem.X.Dims())
	for _, v := range problem.Variables {
		fmt.Println(v)
	}
	fmt.Println(problem.YNames)
	// Output:
	// 4 4
	// {age [0]}
	// {colour [1 2 3]}
	// [weight]
}
