package simd

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"drfvi/internal/rng"
)

func normals(n int, src *rng.Source) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = src.Normal()
	}
	return v
}

func sameBits(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i := range want {
		if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
			t.Fatalf("%s: number %d is %v, the Go twin gives %v", what, i, got[i], want[i])
		}
	}
}

func TestScanEqualsTwin(t *testing.T) {
	src := rng.New(1).Source()
	for _, stride := range []int{4, 20, 24} {
		for _, count := range []int{4, 8, 16, 20, 100, 752} {
			features := normals(count*stride, src)
			order := make([]int32, count)
			src.Perm(order)
			coefficients := make([]float64, count)
			for k := range count - 3 {
				coefficients[k] = src.Float64()
			}
			// Two rows of zeros in a row with equal coefficients make a tie.
			clear(features[int(order[2])*stride:][:stride])
			coefficients[2] = coefficients[1]
			want, wantAt := scanGo(features, stride, order, coefficients)
			got, gotAt := Scan(features, stride, order, coefficients)
			if math.Float64bits(got) != math.Float64bits(want) || gotAt != wantAt {
				t.Errorf("stride %d, %d rows: %v at %d, the Go twin gives %v at %d", stride, count, got, gotAt, want, wantAt)
			}
			if got == 0 {
				t.Errorf("stride %d, %d rows: no gain", stride, count)
			}
		}
	}
}

// TestSquareEqualsTwin compares with the twin and with a scan of the same rows.
func TestSquareEqualsTwin(t *testing.T) {
	src := rng.New(12).Source()
	for _, stride := range []int{4, 20, 24} {
		for _, count := range []int{4, 8, 100, 752} {
			features, order := normals(count*stride, src), make([]int32, count)
			src.Perm(order)
			for rows := 1; rows <= count; rows += 1 + count/7 {
				got, want := Square(features, stride, order[:rows]), squareGo(features, stride, order[:rows])
				coefficients := make([]float64, count)
				coefficients[rows-1] = 1
				gain, at := Scan(features, stride, order, coefficients)
				if got != want || gain != got || at != rows-1 {
					t.Errorf("stride %d, %d rows: %v, the Go twin gives %v, Scan %v at %d", stride, rows, got, want, gain, at)
				}
			}
		}
	}
}

// TestScanTakesFirst makes all places equally good: the first must win, in
// whichever lane it is.
func TestScanTakesFirst(t *testing.T) {
	const stride, count = 20, 16
	for first := range 12 {
		features := make([]float64, count*stride)
		order, coefficients := make([]int32, count), make([]float64, count)
		for k := range count {
			order[k] = int32(k)
		}
		features[first*stride] = 1
		for k := first; k < count-1; k++ {
			coefficients[k] = 1
		}
		if gain, at := Scan(features, stride, order, coefficients); gain != 1 || at != first {
			t.Errorf("gain %v at %d, want 1 at %d", gain, at, first)
		}
	}
	if gain, at := Scan(make([]float64, stride*4), stride, make([]int32, 4), make([]float64, 4)); gain != 0 || at != 0 {
		t.Errorf("nothing to gain: %v at %d, want 0 at 0", gain, at)
	}
}

// someRows returns every second or third row of 0, …, n−1.
func someRows(n int, src *rng.Source) []int32 {
	var rows []int32
	for i := 0; i < n; i += 1 + src.IntN(3) {
		rows = append(rows, int32(i))
	}
	return rows
}

func TestCentreEqualsTwin(t *testing.T) {
	src := rng.New(2).Source()
	for _, stride := range []int{8, 20} {
		for _, count := range []int{1, 2, 17, 300} {
			rows := someRows(count, src)
			want := normals(count*stride, src)
			got := slices.Clone(want)
			centreGo(want, rows, want, rows, stride)
			Centre(got, rows, got, rows, stride)
			sameBits(t, fmt.Sprint(count, " rows in place"), got, want)
			to := make([]int32, len(rows))
			src.Perm(to)
			table := normals(count*stride, src)
			centreGo(want, to, table, rows, stride)
			Centre(got, to, table, rows, stride)
			sameBits(t, fmt.Sprint(count, " rows"), got, want)
		}
	}
}

func TestFeaturesEqualTwin(t *testing.T) {
	src := rng.New(3).Source()
	for _, b := range []int{1, 3, 4, 9, 10, 11, 12, 20} {
		for _, d := range []int{1, 2, 30} {
			const n = 50
			stride, padded := (2*b+3)&^3, (b+3)&^3
			z := normals(n*d, src)
			z[0], z[d] = 1e6, -3e9 // far beyond any sensible angle
			omega := make([]float64, d*padded)
			for k := range d {
				copy(omega[k*padded:], normals(b, src))
			}
			rows := someRows(n, src)
			want, got := make([]float64, n*stride+Width), make([]float64, n*stride+Width)
			featuresGo(want, stride, b, rows, z, d, omega, padded)
			Features(got, stride, b, rows, z, d, omega)
			for _, row := range rows {
				at := int(row) * stride
				sameBits(t, fmt.Sprintf("B = %d, d = %d, row %d", b, d, row), got[at:at+stride], want[at:at+stride])
			}
		}
	}
}

// TestDivideEqualsTwin divides spans in the middle of lists, some of which are
// left alone, and compares all that the lists hold.
func TestDivideEqualsTwin(t *testing.T) {
	src := rng.New(6).Source()
	for _, count := range []int{1, 2, 7, 8, 9, 15, 16, 33, 500} {
		const first, number = 3, 4
		stride := first + count + Slack
		ids, side := make([]int32, number*stride), make([]byte, stride)
		for l := range number {
			src.Perm(ids[l*stride:][:stride])
		}
		for _, ones := range []int{0, 1, 2} { // none, half, all
			for i := range side {
				side[i] = byte(ones / 2)
				if ones == 1 {
					side[i] = byte(src.IntN(2))
				}
			}
			got, want, front := slices.Clone(ids), slices.Clone(ids), slices.Clone(ids)
			spill, lists := make([]int32, count+Slack), []int32{2, 0, 3}
			Divide(got[first:], stride, lists, count, spill, side, true)
			divideGo(want[first:], stride, lists, count, spill, side)
			if !slices.Equal(got, want) {
				t.Errorf("%d ids, kind %d: %v, the Go twin gives %v", count, ones, got, want)
			}
			// Only to the front: all is as before but for what follows it.
			Divide(front[first:], stride, lists, count, spill, side, false)
			for _, l := range lists {
				list, wanted := front[first+int(l)*stride:][:count], want[first+int(l)*stride:][:count]
				for k, id := range wanted {
					if side[id] == 0 {
						list[k] = id
					}
				}
			}
			if !slices.Equal(front, want) {
				t.Errorf("%d ids, kind %d: %v in front, the Go twin gives %v", count, ones, front, want)
			}
			if ones == 1 && count > 8 && slices.Equal(got, ids) {
				t.Errorf("%d ids: nothing moved", count)
			}
		}
	}
}

func TestPickEqualsTwin(t *testing.T) {
	src := rng.New(11).Source()
	for _, count := range []int{1, 2, 7, 8, 9, 33, 500} {
		ids, rows, flags := make([]int32, count), make([]int32, count), make([]byte, count)
		src.Perm(ids)
		src.Perm(rows)
		for i := range flags {
			flags[i] = byte(src.IntN(2))
		}
		got, want := make([]int32, count+Slack), make([]int32, count+Slack)
		picked, wanted := Pick(got, ids, rows, flags), pickGo(want, ids, rows, flags)
		if picked != wanted || !slices.Equal(got[:picked], want[:wanted]) {
			t.Errorf("%d ids: %v, the Go twin gives %v", count, got[:picked], want[:wanted])
		}
	}
}

func TestSplitEqualsTwin(t *testing.T) {
	src := rng.New(13).Source()
	for _, count := range []int{1, 2, 7, 8, 9, 16, 33, 500} {
		rows, values := make([]int32, count), normals(count, src)
		src.Perm(rows)
		wantRows, wantSpill := slices.Clone(rows), make([]int32, count)
		threshold := values[count/2] // one value is equal to it
		want := splitGo(wantRows, wantSpill, values, threshold)
		spill := make([]int32, count)
		got := Split(rows, spill, values, threshold)
		if got != want || !slices.Equal(rows[:got], wantRows[:want]) || !slices.Equal(spill[:count-got], wantSpill[:count-want]) {
			t.Errorf("%d rows: %v and %v, the Go twin gives %v and %v", count, rows[:got], spill[:count-got], wantRows[:want], wantSpill[:count-want])
		}
	}
}

func TestAddRowsEqualsTwin(t *testing.T) {
	src := rng.New(14).Source()
	for _, width := range []int{4, 28, 32, 36, 64, 68, 96, 172} {
		for _, count := range []int{0, 1, 2, 17} {
			stride := width + 4*(count%3)
			table, rows := normals(30*stride, src), make([]int32, count)
			for k := range rows {
				rows[k] = int32(src.IntN(30))
			}
			want := normals(width, src)
			got := slices.Clone(want)
			addRowsGo(want, table, stride, rows)
			AddRows(got, table, stride, rows)
			sameBits(t, fmt.Sprint(count, " rows of ", width), got, want)
		}
	}
}

// unordered returns ids and the random ranks of n rows, also in random order.
func unordered(count, n int, src *rng.Source) (ids, rows []int32, ranks []int16) {
	ids, rows, ranks = make([]int32, count, count+Slack), make([]int32, n), make([]int16, n)
	src.Perm(ids)
	src.Perm(rows)
	perm := make([]int32, n)
	src.Perm(perm)
	for i, r := range perm {
		ranks[i] = int16(r)
	}
	return ids, rows, ranks
}

func TestOrderEqualsTwin(t *testing.T) {
	src := rng.New(7).Source()
	for count := 1; count <= Most; count++ {
		for _, n := range []int{150, 5000} {
			ids, rows, ranks := unordered(count, n, src)
			var scratch OrderScratch
			got, want := make([]int32, count, count+Slack), make([]int32, count)
			orderGo(want, ids, rows[:count], ranks, scratch.gathered[:])
			for i := range scratch.gathered {
				scratch.gathered[i] = int16(src.Uint64()) // what an earlier call has left
			}
			Order(got, ids, rows[:count], ranks, &scratch)
			if !slices.Equal(got, want) {
				t.Errorf("%d ids: %v, the Go twin gives %v", count, got, want)
			}
			for k := 1; k < count; k++ {
				if a, b := slices.Index(ids, got[k-1]), slices.Index(ids, got[k]); ranks[rows[a]] >= ranks[rows[b]] {
					t.Errorf("%d ids: place %d is not after the one before it", count, k)
				}
			}
		}
	}
}

// TestSincos compares with the standard library, which reduces arguments
// exactly: within one unit in the last place of 1.
func TestSincos(t *testing.T) {
	src := rng.New(4).Source()
	for i := range 100000 {
		x := src.Normal() * math.Pow(10, float64(i%10)-2)
		sin, cos := sincos(x)
		wantSin, wantCos := math.Sincos(x)
		if math.Abs(sin-wantSin) > 2.3e-16 || math.Abs(cos-wantCos) > 2.3e-16 {
			t.Fatalf("sincos(%v) = %v, %v, want %v, %v", x, sin, cos, wantSin, wantCos)
		}
	}
}

// TestRowsEqualTwins checks sums to and products with rows of a table, one of
// them twice.
func TestRowsEqualTwins(t *testing.T) {
	src := rng.New(5).Source()
	for _, n := range []int{4, 8, 12, 16, 20, 44, 160, 172} {
		for _, rows := range [][]int32{{2}, {4, 0, 4}, {0, 1, 2, 3, 4}} {
			stride := n + 4*(len(rows)%2)
			want, b := normals(5*stride, src), normals(n, src)
			got := slices.Clone(want)
			addToGo(want, stride, rows, b)
			AddTo(got, stride, rows, b)
			sameBits(t, fmt.Sprintf("sums of %d, rows %v", n, rows), got, want)
			products, twins := make([]float64, len(rows)), make([]float64, len(rows))
			dotsGo(twins, want, stride, rows, b)
			Dots(products, want, stride, rows, b)
			sameBits(t, fmt.Sprintf("products of %d, rows %v", n, rows), products, twins)
			if one := Dot(want[int(rows[0])*stride:][:n], b); one != products[0] {
				t.Errorf("products of %d: %v, alone %v", n, products[0], one)
			}
		}
	}
}

func TestAddScaledEqualsTwin(t *testing.T) {
	src := rng.New(13).Source()
	for n := range 70 {
		want, x := normals(n, src), normals(n, src)
		got := slices.Clone(want)
		addScaledGo(want, 0.3, x)
		AddScaled(got, 0.3, x)
		sameBits(t, fmt.Sprint(n), got, want)
	}
}

// TestDecayEqualsTwin looks closely at where exponentials become subnormal, and 0.
func TestDecayEqualsTwin(t *testing.T) {
	src := rng.New(14).Source()
	values := []float64{math.NaN(), 0, math.Copysign(0, -1), math.Inf(-1), -math.MaxFloat64, -math.SmallestNonzeroFloat64, -746, -745.2}
	for range 200000 {
		values = append(values, -src.Float64(), -40*src.Float64(), -750*src.Float64(), -707-39*src.Float64())
	}
	for _, n := range []int{0, 1, 3, 4, 7, len(values)} {
		want, got := slices.Clone(values[:n]), slices.Clone(values[:n])
		decayGo(want)
		Decay(got)
		sameBits(t, fmt.Sprint(n), got, want)
	}
}

func TestDotEqualsTwin(t *testing.T) {
	src := rng.New(9).Source()
	for _, n := range []int{4, 8, 12, 44, 172} {
		a, b := normals(n, src), normals(n, src)
		got, want := Dot(a, b), dotGo(a, b)
		sameBits(t, fmt.Sprint(n), []float64{got}, []float64{want})
		literal := 0.0
		for i := range a {
			literal += a[i] * b[i]
		}
		if math.Abs(got-literal) > 1e-13*float64(n) {
			t.Errorf("n = %d: %v, literally %v", n, got, literal)
		}
	}
}

func TestSparseRowEqualsTwin(t *testing.T) {
	src := rng.New(10).Source()
	block := normals(100*SparseWidth, src)
	for _, n := range []int{0, 1, 2, 3, 8, 41} {
		rows, values := make([]int32, n), normals(n, src)
		for c := range rows {
			rows[c] = int32(src.IntN(100))
		}
		got, want := normals(SparseWidth, src), make([]float64, SparseWidth)
		sparseRowGo(want, block, rows, values)
		SparseRow(got, block, rows, values)
		sameBits(t, fmt.Sprint(n, " entries"), got, want)
	}
}

func TestPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"scan":   func() { Scan(make([]float64, 60), 20, make([]int32, 3), make([]float64, 3)) },
		"centre": func() { Centre(make([]float64, 30), make([]int32, 3), make([]float64, 30), make([]int32, 3), 10) },
		"centre different numbers": func() {
			Centre(make([]float64, 60), make([]int32, 3), make([]float64, 60), make([]int32, 2), 20)
		},
		"square": func() { Square(make([]float64, 30), 10, make([]int32, 3)) },
		"pick":   func() { Pick(make([]int32, 2+Slack), make([]int32, 2), make([]int32, 1), make([]byte, 2)) },
		"divide": func() { Divide(make([]int32, 20), 10, []int32{1}, 3, make([]int32, 20), make([]byte, 20), true) },
		"spill":  func() { Divide(make([]int32, 20), 10, []int32{0}, 3, make([]int32, 10), make([]byte, 20), true) },
		"order": func() {
			Order(make([]int32, 2, 2+Slack), make([]int32, 2, 2+Slack), make([]int32, 2), make([]int16, 2), new(OrderScratch))
		},
		"order of many": func() {
			many := make([]int32, 200)
			Order(many, many[:Most+1], many[:Most+1], make([]int16, 200), new(OrderScratch))
		},
		"features": func() {
			Features(make([]float64, 9), 20, 10, make([]int32, 1), make([]float64, 1), 1, make([]float64, 12))
		},
		"split":      func() { Split(make([]int32, 2), make([]int32, 1), make([]float64, 2), 0) },
		"add rows":   func() { AddRows(make([]float64, 3), make([]float64, 8), 4, make([]int32, 1)) },
		"add scaled": func() { AddScaled(make([]float64, 4), 1, make([]float64, 5)) },
		"add to":     func() { AddTo(make([]float64, 3), 3, make([]int32, 1), make([]float64, 3)) },
		"dots":       func() { Dots(make([]float64, 1), make([]float64, 8), 4, make([]int32, 2), make([]float64, 4)) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic for sizes that would read out of bounds")
				}
			}()
			f()
		})
	}
}

func BenchmarkScan(b *testing.B) {
	src := rng.New(1).Source()
	for _, count := range []int{32, 128, 752} {
		features, order, coefficients := normals(count*20, src), make([]int32, count), make([]float64, count)
		src.Perm(order)
		for k := range coefficients[1:] {
			coefficients[k] = 1
		}
		b.Run(fmt.Sprint("rows=", count), func(b *testing.B) {
			for b.Loop() {
				Scan(features, 20, order, coefficients)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*count), "ns/row")
		})
	}
}

func BenchmarkFeatures(b *testing.B) {
	src := rng.New(1).Source()
	for _, d := range []int{1, 2, 30} {
		const n = 400
		z, rows := normals(n*d, src), make([]int32, n)
		for i := range rows {
			rows[i] = int32(i)
		}
		omega, dst := normals(d*12, src), make([]float64, n*20+Width)
		b.Run(fmt.Sprint("d=", d), func(b *testing.B) {
			for b.Loop() {
				Features(dst, 20, 10, rows, z, d, omega)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/row")
		})
	}
}

func BenchmarkDivide(b *testing.B) {
	src := rng.New(1).Source()
	for _, count := range []int{20, 100, 400} {
		lists := []int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
		stride := count + Slack
		ids, side, spill := make([]int32, len(lists)*stride), make([]byte, count), make([]int32, stride)
		for _, l := range lists {
			src.Perm(ids[int(l)*stride:][:count])
		}
		for i := range side {
			side[i] = byte(src.IntN(2))
		}
		for _, others := range []bool{true, false} {
			b.Run(fmt.Sprintf("rows=%d/others=%v", count, others), func(b *testing.B) {
				for b.Loop() {
					Divide(ids, stride, lists, count, spill, side, others)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*count*len(lists)), "ns/row")
			})
		}
	}
}

func BenchmarkPick(b *testing.B) {
	src := rng.New(1).Source()
	const n = 3000
	rows, flags, dst := make([]int32, n), make([]byte, n), make([]int32, n+Slack)
	src.Perm(rows)
	for i := range flags {
		flags[i] = byte(src.IntN(4) / 3)
	}
	for b.Loop() {
		Pick(dst, rows, rows, flags)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/row")
}

func BenchmarkOrder(b *testing.B) {
	src := rng.New(1).Source()
	for _, n := range []int{500, 5000} {
		for _, count := range []int{16, 20, 31, 40, 62, 90, 125} {
			ids, rows, ranks := unordered(count, n, src)
			dst, scratch := make([]int32, count, count+Slack), new(OrderScratch)
			b.Run(fmt.Sprintf("n=%d/rows=%d", n, count), func(b *testing.B) {
				for b.Loop() {
					Order(dst, ids, rows[:count], ranks, scratch)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*count), "ns/row")
			})
		}
	}
}
