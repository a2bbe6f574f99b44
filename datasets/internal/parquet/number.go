package parquet

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go/format"
)

// exactWhole bounds the whole numbers that float64s tell apart.
const exactWhole = 1 << 53

// numbers appends the numbers that decoded values stand for.
func (f *Field) numbers(dst []float64, v *values) []float64 {
	for _, x := range v.integers {
		dst = append(dst, f.integer(x))
	}
	for _, piece := range v.pieces {
		if !f.decimal {
			dst = append(dst, f.fixedNumber(piece))
			continue
		}
		x := unscaled(piece)
		if x.IsInt64() {
			dst = append(dst, f.integer(x.Int64()))
		} else {
			dst = append(dst, nearestNumber(decimal(nil, x.String(), f.scale)))
		}
	}
	return append(dst, v.reals...)
}

// text appends value i so that it differs from all others: text as it is, numbers as decimals
// without zeros at their end.
func (f *Field) text(dst []byte, v *values, i int) []byte {
	switch {
	case f.decimal && len(v.integers) > 0:
		return decimal(dst, strconv.FormatInt(v.integers[i], 10), f.scale)
	case f.decimal:
		return decimal(dst, unscaled(v.pieces[i]).String(), f.scale)
	case f.Type == Integer && f.unsigned:
		return strconv.AppendUint(dst, uint64(v.integers[i]), 10)
	case f.Type == Integer:
		return strconv.AppendInt(dst, v.integers[i], 10)
	case f.uuid:
		text := hex.EncodeToString(v.pieces[i])
		return fmt.Appendf(dst, "%s-%s-%s-%s-%s", text[:8], text[8:12], text[12:16], text[16:20], text[20:])
	}
	return append(dst, v.pieces[i]...)
}

// integer returns the number that a stored integer stands for, correctly rounded.
func (f *Field) integer(x int64) float64 {
	switch {
	case f.Type == Date && f.isInfinite(x):
		return math.Inf(cmp.Compare(x, 0))
	case f.unit > 0:
		// The remainder is divided alone, so that a time has one value in all units.
		whole, remainder := x/f.unit, x%f.unit
		return float64(whole) + float64(remainder)/float64(f.unit)
	case f.unsigned:
		return float64(uint64(x))
	case f.scale == 0:
		return float64(x)
	case f.scale <= 22 && -exactWhole <= x && x <= exactWhole: // both exact
		return float64(x) / math.Pow10(f.scale)
	}
	return nearestNumber(decimal(nil, strconv.FormatInt(x, 10), f.scale))
}

// isInfinite reports whether a stored date is the greatest or least of its width, which databases
// use for the date after, or before, all others.
func (f *Field) isInfinite(x int64) bool {
	if f.physical == format.Int32 {
		return x == math.MaxInt32 || x <= -math.MaxInt32
	}
	return x == math.MaxInt64 || x <= -math.MaxInt64
}

// unscaled returns the integer of a decimal stored as bytes, in two's complement with the first
// byte first.
func unscaled(b []byte) *big.Int {
	x := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0] >= 128 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return x
}

// decimal appends digits with the point before the last scale of them, and without zeros at the
// end.
func decimal(dst []byte, digits string, scale int) []byte {
	if digits[0] == '-' {
		dst, digits = append(dst, '-'), digits[1:]
	}
	if missing := scale + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	point := len(digits) - scale
	dst = append(dst, digits[:point]...)
	if fraction := strings.TrimRight(digits[point:], "0"); fraction != "" {
		dst = append(append(dst, '.'), fraction...)
	}
	return dst
}

// nearestNumber returns the number nearest to a decimal. It is infinite if that is too large, which
// the reader of tables refuses.
func nearestNumber(text []byte) float64 {
	v, _ := strconv.ParseFloat(string(text), 64)
	return v
}

// fixedNumber returns the number stored in bytes of a fixed length.
func (f *Field) fixedNumber(b []byte) float64 {
	if f.half {
		return half(binary.LittleEndian.Uint16(b))
	}
	// A timestamp of older writers: nanoseconds of the day, and the Julian day.
	const julian1970 = 2440588
	return float64(int64(binary.LittleEndian.Uint32(b[8:]))-julian1970) + float64(binary.LittleEndian.Uint64(b))/(day*nano)
}

// half is a number of 16 bits: that of 32 with its bits, but for the bias of the exponent.
func half(b uint16) float64 {
	v := float64(math.Float32frombits(uint32(b&0x7fff)<<13)) * 0x1p112
	switch {
	case b&0x7fff == 0x7c00:
		v = math.Inf(1)
	case b&0x7fff > 0x7c00:
		v = math.NaN()
	}
	return math.Copysign(v, float64(int16(b)))
}
