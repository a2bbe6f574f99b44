package elementary

// polynomial returns c₀ + c₁x + c₂x² + …, every product rounded before it is added.
func polynomial(x float64, c []float64) float64 {
	sum := c[len(c)-1]
	for k := len(c) - 2; k >= 0; k-- {
		sum = c[k] + float64(x*sum)
	}
	return sum
}
