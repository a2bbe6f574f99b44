package order

import (
	"math"

	"drfvi/internal/simd"
)

// PartStable moves the rows with values up to the threshold to the front,
// keeping the order on both sides. spill is scratch, at least as long as rows.
func PartStable(rows, spill []int32, values []float64, threshold float64) (left, right []int32) {
	l := simd.Split(rows, spill, values, threshold)
	copy(rows[l:], spill)
	return rows[:l], rows[l:]
}

// Part moves the rows with values up to the threshold to the front. Unlike
// PartStable it does not keep the order, which makes it faster on the few rows
// that most calls are about: each row changes places with the first one known
// to belong to the right.
func Part(rows []int32, values []float64, threshold float64) (left, right []int32) {
	count := uint(0)
	for k, row := range rows {
		if count >= uint(len(rows)) {
			break // never: it tells the compiler that the index is in range
		}
		rows[k], rows[count] = rows[count], row
		step := uint(0)
		if values[row] <= threshold {
			step = 1
		}
		count += step
	}
	return rows[:count], rows[count:]
}

// PartStableMissing is PartStable with missing values, +Inf, on the left.
func PartStableMissing(rows, spill []int32, values []float64, threshold float64) (left, right []int32) {
	l, r := 0, 0
	for _, row := range rows {
		if v := values[row]; v <= threshold || v > math.MaxFloat64 {
			rows[l] = row
			l++
		} else {
			spill[r] = row
			r++
		}
	}
	copy(rows[l:], spill[:r])
	return rows[:l], rows[l:]
}

// PartMissing is Part with missing values, +Inf, on the left.
func PartMissing(rows []int32, values []float64, threshold float64) (left, right []int32) {
	count := 0
	for k, row := range rows {
		rows[k], rows[count] = rows[count], row
		if v := values[row]; v <= threshold || v > math.MaxFloat64 {
			count++
		}
	}
	return rows[:count], rows[count:]
}
