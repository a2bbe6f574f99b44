package datasets_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"strings"

	"drfvi/datasets"
	"drfvi/importance/answer"
	"drfvi/importance/inference"
	"drfvi/mmd"
)

// A table with a text column, read and parted into inputs and responses. Categories
// become indicator columns, one variable together.
func Example() {
	const file = "age,colour,weight\n3,red,20\n5,blue,31\n4,red,27\n7,green,40\n"
	options := datasets.Options{Missing: datasets.MissingRefuse}
	table, err := datasets.Parse(strings.NewReader(file), "animals.csv", options)
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
	task := problem.Task()
	fmt.Println(len(task.Variables()), "inputs")
	// Output:
	// 4 4
	// {age [0]}
	// {colour [1 2 3]}
	// 2 inputs
}

// From a table to answers: the diet, a text column of three levels, is one input. It moves the
// weight of animals, the pen does not.
func ExampleProblem_Task() {
	var file strings.Builder
	file.WriteString("diet,pen,weight\n")
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 200 {
		diet := i % 3
		weight := 20 + 4*float64(diet) + r.NormFloat64()
		fmt.Fprintf(&file, "%s,%d,%.2f\n", []string{"hay", "grain", "both"}[diet], 1+r.IntN(9), weight)
	}
	table, err := datasets.Parse(strings.NewReader(file.String()), "animals.csv", datasets.Options{Missing: datasets.MissingRefuse})
	if err != nil {
		log.Fatal(err)
	}
	problem, err := table.SplitLevels([]string{"weight"}, nil)
	if err != nil {
		log.Fatal(err)
	}
	task := problem.Task()
	task.Kernel, task.Seed, task.Workers = mmd.Median, 1, 2
	answers, err := answer.Ask(context.Background(), inference.Standard(100), task, answer.Questions{})
	if err != nil {
		log.Fatal(err)
	}
	for j, input := range answers.Inputs {
		fmt.Println(problem.Variables[j].Name, "is significant:", input.Significant)
	}
	// Output:
	// diet is significant: true
	// pen is significant: false
}
