package parquet

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestTry(t *testing.T) {
	all, _ := filepath.Glob("/tmp/w/tmp-tables/pq/*.parquet")
	for _, n := range all {
		b, _ := os.ReadFile(n)
		f, err := Open(b, 1<<28)
		fmt.Println(n, err)
		for i := range f.Fields {
			c, err := f.Column(&f.Fields[i])
			if err != nil {
				fmt.Println(f.Fields[i].Name, err)
				continue
			}
			k := min(6, len(c.Numbers))
			fmt.Println(f.Fields[i].Name, f.Fields[i].Type, len(c.Numbers)+len(c.Codes), c.Numbers[:k], c.Codes[:min(6, len(c.Codes))], c.Levels)
		}
	}
}
