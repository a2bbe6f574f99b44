package elementary_test

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"runtime"
	"testing"

	"golang.org/x/sys/cpu"
	"gonum.org/v1/gonum/stat/distuv"

	"drfvi/internal/elementary"
	"drfvi/internal/rng"
)

// functions are those of one argument, with their twins in math and the range of
// arguments that are tried.
var functions = []struct {
	name      string
	own, std  func(float64) float64
	low, high float64
	ulps      float64 // by which values differ at most where math has others
	hash      uint64  // of the values on amd64
}{
	{"Exp", elementary.Exp, math.Exp, -750, 709, 2, 0xa81dda96318b4771},
	{"Exp near 0", elementary.Exp, math.Exp, -1, 1, 2, 0xbd16d4fd04fb5b6},
	{"Log", elementary.Log, math.Log, 1e-300, 20, 2, 0xbda39d9269bc846f},
	{"Log2", elementary.Log2, math.Log2, 1e-300, 1e6, 4, 0x49515fd2f5ee1c62},
	{"Log1p", elementary.Log1p, math.Log1p, -0.999, 5, 2, 0xf0c82421fb6eb163},
	{"Expm1", elementary.Expm1, math.Expm1, -40, 5, 2, 0x72679d89fcee96cb},
	{"Erf", elementary.Erf, math.Erf, -7, 7, 2, 0xf37223c53e2e3018},
	{"Erfc", elementary.Erfc, math.Erfc, -7, 28, 4, 0xc9040dc392480b00},
	// math fuses its products on other processors, which costs it 2 ulps.
	{"Erfinv", elementary.Erfinv, math.Erfinv, -1, 1, 4, 0x298cdf4cf1f0b922},
	{"Sin", elementary.Sin, math.Sin, -1e4, 1e4, 2, 0x3fd1eec1168f74e8},
	{"cosine", func(x float64) float64 { _, c := elementary.Sincos(x); return c }, math.Cos, -1e10, 1e10, 2, 0xb5f196bc15d27810},
	{"Asin", elementary.Asin, math.Asin, -1, 1, 16, 0x60b21cdf8219a4d0},
	{"LogGamma", elementary.LogGamma, func(x float64) float64 { v, _ := math.Lgamma(x); return v }, 0, 1e4, 4, 0x45d79432ba49ac23},
}

const (
	powHash     = 0xe35960526de21815
	studentHash = 0x15ede121ac026016
)

// same reports whether math has the values that this package is held to: on amd64, by a
// processor with FMA and by a compiler that fuses nothing itself.
var same = runtime.GOARCH == "amd64" && cpu.X86.HasFMA && math.Float64bits(math.Exp(1)) == math.Float64bits(elementary.Exp(1)) && !fuses(1+0x1p-30, -1-0x1p-29)

// fuses reports whether the compiler fuses a product with a sum.
//
//go:noinline
func fuses(x, y float64) bool { return x*x+y != 0 }

// TestFunctions compares with math on random arguments, to the bit where math has these
// values, and with what they are on amd64.
func TestFunctions(t *testing.T) {
	for _, f := range functions {
		src, hash := rng.New(1).Source(), fnv.New64a()
		for range 20_000 {
			x := f.low + float64((f.high-f.low)*src.Float64())
			got, want := f.own(x), f.std(x)
			if same && math.Float64bits(got) != math.Float64bits(want) {
				t.Fatalf("%s(%v) is %v, want the very %v", f.name, x, got, want)
			}
			if !near(got, want, f.ulps) {
				t.Fatalf("%s(%v) is %v, want %v", f.name, x, got, want)
			}
			hash.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(got)))
		}
		if got := hash.Sum64(); got != f.hash {
			t.Errorf("%s: values hash to %#x, on amd64 to %#x", f.name, got, f.hash)
		}
	}
}

// near reports whether two numbers are at most so many units in the last place apart, or
// about as far near 0, where units are small.
func near(a, b, ulps float64) bool {
	apart := math.Abs(float64(int64(math.Float64bits(a)) - int64(math.Float64bits(b))))
	return apart <= ulps || math.Abs(a-b) < ulps*1e-16
}

// TestSpecial checks arguments at the ends of the range.
func TestSpecial(t *testing.T) {
	inf := math.Inf(1)
	for _, x := range []float64{0, math.Copysign(0, -1), 1, -1, inf, -inf, math.NaN(), 709, 711, -708.5, -745.1, -745.2, -1e300, 0x1p-1070, 1e300, 1 << 40} {
		for _, f := range functions {
			if x <= 0 && f.name == "LogGamma" {
				continue
			}
			got, want := f.own(x), f.std(x)
			if !near(got, want, f.ulps) && !(math.IsNaN(got) && math.IsNaN(want)) && !(math.Abs(x) < 0x1p-1022 && x != 0) {
				t.Errorf("%s(%v) is %v, want %v", f.name, x, got, want)
			}
		}
	}
}

// TestPow compares with math.
func TestPow(t *testing.T) {
	src, hash := rng.New(1).Source(), fnv.New64a()
	check := func(x, y float64) {
		got, want := elementary.Pow(x, y), math.Pow(x, y)
		if same && got != want || !near(got, want, 64) {
			t.Fatalf("%v to the power of %v is %v, want %v", x, y, got, want)
		}
		hash.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(got)))
	}
	for range 20_000 {
		x := elementary.Exp(float64(10 * (src.Float64() - 0.5)))
		check(x, float64(20*(src.Float64()-0.5)))
		check(x, float64(src.IntN(9))-4.5)
	}
	for _, y := range []float64{0, 0.5, -0.5, 1, -1, 2, 1e300, -1e300, 5000.25, -5000.25} {
		check(0.5, y)
		check(3, y)
	}
	if got := hash.Sum64(); got != powHash {
		t.Errorf("values hash to %#x, on amd64 to %#x", got, uint64(powHash))
	}
}

// TestStudent compares with gonum.
func TestStudent(t *testing.T) {
	src, hash := rng.New(1).Source(), fnv.New64a()
	check := func(what string, nu, x, got, want float64) {
		if same && got != want || math.Abs(got/want-1) > 1e-9 {
			t.Fatalf("%s of %v degrees of freedom at %v is %v, want %v", what, nu, x, got, want)
		}
		hash.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(got)))
	}
	for k := range 3000 {
		nu := float64(1 + src.IntN(500))
		if k%2 == 0 {
			nu *= 20
		}
		law := distuv.StudentsT{Sigma: 1, Nu: nu}
		x, p := float64(5*src.Normal()), 0.5+src.Float64()/2
		check("survival", nu, x, elementary.StudentSurvival(nu, x), law.Survival(x))
		check("quantile", nu, p, elementary.StudentQuantile(nu, p), law.Quantile(p))
		check("quantile", nu, 0.975, elementary.StudentQuantile(nu, 0.975), law.Quantile(0.975))
	}
	if got := elementary.StudentSurvival(7, 0); got != 0.5 {
		t.Errorf("survival at 0 is %v", got)
	}
	if got := hash.Sum64(); got != studentHash {
		t.Errorf("values hash to %#x, on amd64 to %#x", got, uint64(studentHash))
	}
}

func BenchmarkExp(b *testing.B) {
	for _, f := range functions[:1] {
		b.Run("own", func(b *testing.B) {
			sum := 0.0
			for i := range b.N {
				sum += f.own(-float64(i&1023) / 64)
			}
		})
		b.Run("math", func(b *testing.B) {
			sum := 0.0
			for i := range b.N {
				sum += f.std(-float64(i&1023) / 64)
			}
		})
	}
}
