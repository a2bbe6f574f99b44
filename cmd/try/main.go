package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"time"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/mmd"
	"drfvi/simulate"
)

func main() {
	s, _ := simulate.Named(os.Args[1])
	n, _ := strconv.Atoi(os.Args[2])
	p, _ := strconv.Atoi(os.Args[3])
	x, y := s.Draw(n, p, 5)
	k, _ := mmd.Median.Resolve(y)
	pop, _, _ := s.Population(k.Gamma, p, 20000, 1)
	fmt.Println("pop", pop[:min(p, 10)])
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2}
	for _, m := range os.Args[4:] {
		began := time.Now()
		a := importance.Auto{Candidates: importance.AutoGrid(p, 500), Trees: 150, Method: m, New: func(c forest.Config) importance.Estimator {
			h := importance.StandardHalves()
			switch m {
			case "loco":
				return importance.Loco{c, h}
			case "cross":
				return importance.Cross{c, importance.Smooth(c), h}
			case "coupled":
				return importance.Coupled{c}
			}
			return importance.Stacked{c, importance.Smooth(c), h}
		}}
		ch, err := a.Choose(context.Background(), task)
		t1 := time.Since(began)
		fmt.Println(ch.Config.Honesty, ch.Config.SampleFraction, ch.Config.MinNodeSize, ch.Explained, err, t1)
		began = time.Now()
		r, err := a.New(ch.Config).Estimate(context.Background(), task)
		fmt.Println(m, err, time.Since(began), r.Aggregation)
		if err != nil {
			continue
		}
		if r.Inference != nil {
			fmt.Printf("share %+v\n", r.Inference.Explained)
		}
		for j := range r.Raw {
			fmt.Printf("x%d %.4f", j+1, r.Raw[j])
			if in := r.Inference; in != nil {
				fmt.Printf("  se %.4f [%.3f, %.3f] p %.2g adj %.2g", in.SE[j], in.Intervals[j].Low, in.Intervals[j].High, in.P[j], in.Adjusted[j])
			}
			fmt.Println()
			if j > 8 {
				break
			}
		}
	}
}
