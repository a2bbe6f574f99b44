// Program outside uses every library of drfvi as a module of its own.
package main

import (
	"context"
	"fmt"
	"log"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"drfvi/baselines"
	"drfvi/datasets"
	"drfvi/forest"
	"drfvi/forest/conditional"
	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/methods"
	"drfvi/methods/method"
	"drfvi/mmd"
	"drfvi/simulate"
)

const (
	seed    = 1
	workers = 2
)

func main() {
	log.SetFlags(0)
	for _, use := range []func(context.Context) error{clusters, kernels, categories, intervals, law, registry} {
		if err := use(context.Background()); err != nil {
			log.Fatal(err)
		}
	}
}

// pupils is a table of clusters, weights and a categorical input.
func pupils() (*datasets.Problem, error) {
	var file strings.Builder
	file.WriteString("school,weight,kind,hours,score\n")
	kinds := []string{"village", "town", "city"}
	for i := range 120 {
		fmt.Fprintf(&file, "%d,%d,%s,%d,%.2f\n", 100+i/6, 1+i%2, kinds[i%3], i*7%11, float64(i%3)+0.1*float64(i*7%11)+0.3*math.Sin(float64(i)))
	}
	table, err := datasets.Parse(strings.NewReader(file.String()), "pupils.csv", datasets.Options{Missing: datasets.MissingRefuse})
	if err != nil {
		return nil, err
	}
	if table, err = table.SetAside([]string{"school", "weight"}, []string{"score"}); err != nil {
		return nil, err
	}
	return table.SplitLevels([]string{"score"}, nil)
}

// clusters estimates on rows in clusters that have weights.
func clusters(ctx context.Context) error {
	p, err := pupils()
	if err != nil {
		return err
	}
	schools, err := p.Aside[0].Clusters()
	if err != nil {
		return err
	}
	config, err := forest.Preset("paper", 50)
	if err != nil {
		return err
	}
	config.MinNodeSize = 5
	result, err := importance.Coupled{Config: config}.Estimate(ctx, importance.Task{
		X: p.X, Y: p.Y, Levels: p.Levels, Groups: p.Groups(), Clusters: schools, Weights: p.Aside[1].Values,
		Kernel: mmd.Median, Seed: seed, Workers: workers,
	})
	if err != nil {
		return err
	}
	fmt.Println("clusters and weights:", p.VariableNames(), len(result.Clamped), len(result.SE))
	return nil
}

// halfDistance is a kernel of one's own: 1/2 at the median distance.
type halfDistance struct{}

func (halfDistance) String() string { return "half at the median distance" }

func (halfDistance) Resolve(y *mat.Dense) (mmd.Kernel, error) {
	m := mmd.MedianDistance(y)
	if m == 0 {
		return mmd.Kernel{}, fmt.Errorf("responses that are all equal")
	}
	return mmd.Kernel{Gamma: math.Ln2 / (m * m)}, nil
}

// kernels compares samples, and baselines, under kernels of every origin.
func kernels(ctx context.Context) error {
	scenario, err := simulate.Named("bivariate")
	if err != nil {
		return err
	}
	x, y := scenario.Draw(100, 3, seed)
	_, other := scenario.Draw(100, 3, seed+1)
	parsed, err := mmd.ParseKernel("0.50")
	if err != nil {
		return err
	}
	for _, choice := range []mmd.KernelChoice{mmd.Median, mmd.Authors, mmd.Gamma(0.5), parsed, halfDistance{}} {
		kernel, err := choice.Resolve(y)
		if err != nil {
			return err
		}
		result, err := baselines.HSIC{}.Estimate(ctx, importance.Task{X: x, Y: y, Kernel: choice, Seed: seed, Workers: workers})
		if err != nil {
			return err
		}
		fmt.Printf("kernel %v: near %v, %d importances\n", choice, mmd.Distance(y, other, kernel) < 0.1, len(result.Raw))
	}
	return nil
}

// categories grows a forest on levels, in clusters with weights.
func categories(ctx context.Context) error {
	p, err := pupils()
	if err != nil {
		return err
	}
	schools, err := p.Aside[0].Clusters()
	if err != nil {
		return err
	}
	rows, _ := p.X.Dims()
	sampled, err := design.New(rows, schools, p.Aside[1].Values)
	if err != nil {
		return err
	}
	columns, err := forest.NewColumns(p.X, p.Levels)
	if err != nil {
		return err
	}
	config, err := forest.Preset("paper", 20)
	if err != nil {
		return err
	}
	config.MinNodeSize = 5
	grower, err := forest.NewGrower(columns.Sampled(sampled), p.Y, config)
	if err != nil {
		return err
	}
	f, err := grower.Fit(ctx, nil, seed, workers)
	if err != nil {
		return err
	}
	fmt.Println("categories:", p.LevelNames(0), f.Splits())
	return nil
}

// intervals asks the default method.
func intervals(ctx context.Context) error {
	scenario, err := simulate.Named("bivariate")
	if err != nil {
		return err
	}
	x, y := scenario.Draw(100, 3, seed)
	result, err := inference.Standard(40).Estimate(ctx, importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: seed, Workers: workers})
	if err != nil {
		return err
	}
	in := result.Inference
	fmt.Println("intervals:", in.Intervals[0].Low > in.Intervals[2].Low, in.Adjusted[0] < 0.05)
	return nil
}

// law predicts quantiles.
func law(ctx context.Context) error {
	scenario, err := simulate.Named("bivariate")
	if err != nil {
		return err
	}
	x, y := scenario.Draw(200, 2, seed)
	config, err := forest.Preset("paper", 50)
	if err != nil {
		return err
	}
	f, err := forest.Fit(ctx, x, y, config, seed, workers)
	if err != nil {
		return err
	}
	at, err := conditional.Of(ctx, f, f.Columns.OutOfBag(), workers)
	if err != nil {
		return err
	}
	laws := at.For(mat.Col(nil, 0, y))
	quantiles, err := laws.Quantiles(ctx, []float64{0.1, 0.9}, workers)
	if err != nil {
		return err
	}
	rows, _ := quantiles.Dims()
	fmt.Println("law:", rows, quantiles.At(0, 0) < quantiles.At(0, 1))
	return nil
}

// registry makes a method by its name.
func registry(context.Context) error {
	m, err := methods.Named(method.Default)
	if err != nil {
		return err
	}
	var facts method.Facts = m.Facts
	estimator, err := m.New(methods.Settings{Preset: methods.Auto, Trees: 40})
	if err != nil {
		return err
	}
	fmt.Println("registry:", facts.Name, estimator.Name())
	return nil
}
