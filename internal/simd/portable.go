package simd

import (
	"math"

	"drfvi/internal/elementary"
)

func scanGo(features []float64, stride int, order []int32, coefficients []float64) (best float64, place int) {
	sum := make([]float64, 0, 64)
	sum = append(sum, make([]float64, stride)...)
	for k, c := range coefficients {
		row := features[int(order[k])*stride:][:stride]
		var lane [Width]float64
		for f, v := range row {
			sum[f] += v
			lane[f%Width] = math.FMA(sum[f], sum[f], lane[f%Width])
		}
		square := (lane[0] + lane[1]) + (lane[2] + lane[3])
		if gain := c * square; gain > best {
			best, place = gain, k
		}
	}
	return best, place
}

func squareGo(features []float64, stride int, order []int32) float64 {
	var lane [Width]float64
	for f := range stride {
		sum := 0.0
		for _, row := range order {
			sum += features[int(row)*stride+f]
		}
		lane[f%Width] = math.FMA(sum, sum, lane[f%Width])
	}
	return (lane[0] + lane[1]) + (lane[2] + lane[3])
}

func centreGo(dst []float64, to []int32, src []float64, from []int32, stride int) {
	for f := range stride {
		mean := 0.0
		for _, row := range from {
			mean += src[int(row)*stride+f]
		}
		mean /= float64(len(from))
		for k, row := range from {
			dst[int(to[k])*stride+f] = src[int(row)*stride+f] - mean
		}
	}
}

func featuresGo(dst []float64, stride, b int, rows []int32, z []float64, d int, omega []float64, padded int) {
	for _, row := range rows {
		response := z[int(row)*d:][:d]
		out := dst[int(row)*stride:][:stride]
		for f := range b {
			angle := 0.0
			for k, v := range response {
				angle = math.FMA(omega[k*padded+f], v, angle)
			}
			out[b+f], out[f] = sincos(angle)
		}
		clear(out[2*b:])
	}
}

func divideGo(ids []int32, stride int, lists []int32, count int, spill []int32, side []byte) {
	for _, number := range lists {
		list := ids[int(number)*stride:][:count]
		l, r := 0, 0
		for _, id := range list {
			list[l], spill[r] = id, id
			s := int(side[id])
			l += s
			r += 1 - s
		}
		copy(list[l:], spill[:r])
	}
}

func pickGo(dst, ids, rows []int32, flags []byte) int {
	l := 0
	for k, id := range ids {
		dst[l] = id
		l += int(flags[rows[k]])
	}
	return l
}

func splitGo(rows, spill []int32, values []float64, threshold float64) int {
	l, r := 0, 0
	for _, row := range rows {
		rows[l], spill[r] = row, row
		side := 0
		if values[row] <= threshold {
			side = 1
		}
		l += side
		r += 1 - side
	}
	return l
}

func orderGo(dst, ids, rows []int32, ranks, gathered []int16) {
	gathered = gathered[:len(ids)]
	for k, row := range rows {
		gathered[k] = ranks[row]
	}
	for k, rank := range gathered {
		place := 0
		for _, other := range gathered {
			if other < rank {
				place++
			}
		}
		dst[place] = ids[k]
	}
}

// sincos returns sine and cosine to about one unit in the last place for |x| < 2⁵⁰. The
// argument is reduced to [−π/4, π/4] by subtracting a multiple of π/2 in three parts, each
// product fused; the polynomials are fdlibm's.
func sincos(x float64) (sin, cos float64) {
	const magic = 3 << 51 // adding it rounds to an integer, kept in the low bits
	turned := math.FMA(2/math.Pi, x, magic)
	quarter := turned - magic
	x = math.FMA(-quarter, 1.5707963267948966, x)
	x = math.FMA(-quarter, 6.123233995736766e-17, x)
	x = math.FMA(-quarter, -1.4973849048591833e-33, x)
	square := float64(x * x)
	s := 1.58969099521155010221e-10
	s = math.FMA(square, s, -2.50507602534068634195e-08)
	s = math.FMA(square, s, 2.75573137070700676789e-06)
	s = math.FMA(square, s, -1.98412698298579493134e-04)
	s = math.FMA(square, s, 8.33333333332248946124e-03)
	s = math.FMA(square, s, -1.66666666666666324348e-01)
	s = math.FMA(float64(x*square), s, x)
	c := -1.13596475577881948265e-11
	c = math.FMA(square, c, 2.08757232129817482790e-09)
	c = math.FMA(square, c, -2.75573143513906633035e-07)
	c = math.FMA(square, c, 2.48015872894767294178e-05)
	c = math.FMA(square, c, -1.38888888888741095749e-03)
	c = math.FMA(square, c, 4.16666666666666019037e-02)
	c = math.FMA(square, c, -0.5)
	c = math.FMA(square, c, 1)
	turns := math.Float64bits(turned)
	if turns&1 == 1 {
		s, c = c, s
	}
	negate := func(v float64, bits uint64) float64 {
		return math.Float64frombits(math.Float64bits(v) ^ bits&2<<62)
	}
	return negate(s, turns), negate(c, turns+1)
}

func addGo(dst, src []float64) {
	for i, v := range src {
		dst[i] += v
	}
}

func addToGo(dst []float64, stride int, rows []int32, src []float64) {
	for _, row := range rows {
		addGo(dst[int(row)*stride:][:len(src)], src)
	}
}

func addRowsGo(dst, src []float64, stride int, rows []int32) {
	for _, row := range rows {
		addGo(dst, src[int(row)*stride:][:len(dst)])
	}
}

func addScaledGo(dst []float64, factor float64, x []float64) {
	for i, v := range x {
		dst[i] += float64(factor * v)
	}
}

func decayGo(values []float64) {
	for i, v := range values {
		values[i] = elementary.Exp(v)
	}
}

func dotGo(a, b []float64) float64 {
	var even, odd [Width]float64
	for i := 0; i < len(a); i += 2 * Width {
		for l := range even {
			even[l] = math.FMA(a[i+l], b[i+l], even[l])
		}
		if i+Width == len(a) {
			break
		}
		for l := range odd {
			odd[l] = math.FMA(a[i+Width+l], b[i+Width+l], odd[l])
		}
	}
	for l := range even {
		even[l] += odd[l]
	}
	return (even[0] + even[1]) + (even[2] + even[3])
}

func dotsGo(products, a []float64, stride int, rows []int32, b []float64) {
	for k, row := range rows {
		products[k] = dotGo(a[int(row)*stride:][:len(b)], b)
	}
}

func sparseRowGo(dst, block []float64, rows []int32, values []float64) {
	var sums [2][SparseWidth]float64
	for c, row := range rows {
		sum, v := &sums[c%2], values[c]
		for l, x := range block[int(row)*SparseWidth:][:SparseWidth] {
			sum[l] = math.FMA(v, x, sum[l])
		}
	}
	for l := range dst {
		dst[l] = sums[0][l] + sums[1][l]
	}
}
