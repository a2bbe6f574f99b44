package parquet

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Bounds of the whole numbers, and of the digits of decimals, that float64s tell apart.
const (
	exactWhole  = 1 << 53
	exactDigits = 1e15
)

// numbers appends the numbers of values, and reports whether some are not told apart.
func (f *Field) numbers(to []float64, v *values) (numbers []float64, rounded bool) {
	switch {
	case len(v.doubles) > 0:
		return append(to, v.doubles...), false
	case len(v.longs) > 0:
		for _, x := range v.longs {
			to = append(to, f.integer(x))
			rounded = rounded || f.rounds(x)
		}
	case len(v.ints) > 0:
		for _, x := range v.ints {
			to = append(to, f.integer(f.wide(x)))
		}
	case len(v.floats) > 0:
		for _, x := range v.floats {
			to = append(to, float64(x))
		}
	case len(v.truths) > 0:
		for _, x := range v.truths {
			to = append(to, float64(x))
		}
	case f.decimal:
		for _, piece := range v.pieces {
			x, short := f.unscaled(piece)
			if short {
				n := x.Int64()
				to = append(to, f.integer(n))
				rounded = rounded || f.rounds(n)
			} else {
				to = append(to, parsed(decimal(nil, x.String(), f.scale)))
				rounded = true
			}
		}
	default:
		for _, piece := range v.pieces {
			to = append(to, f.bytes(piece))
		}
	}
	return to, rounded
}

// text appends a value as it is told from all others: text as it is, numbers as decimals without
// zeros at their end.
func (f *Field) text(to []byte, v *values, i int) []byte {
	long, isLong := int64(0), true
	switch {
	case len(v.longs) > 0:
		long = v.longs[i]
	case len(v.ints) > 0:
		long = f.wide(v.ints[i])
	default:
		isLong = false
	}
	switch {
	case isLong && f.decimal:
		return decimal(to, strconv.FormatInt(long, 10), f.scale)
	case isLong && f.Type == Integer && f.unsigned:
		return strconv.AppendUint(to, uint64(long), 10)
	case isLong && f.Type == Integer:
		return strconv.AppendInt(to, long, 10)
	case f.decimal:
		x, _ := f.unscaled(v.pieces[i])
		return decimal(to, x.String(), f.scale)
	case f.uuid:
		b := v.pieces[i]
		for k, part := range [][]byte{b[:4], b[4:6], b[6:8], b[8:10], b[10:]} {
			if k > 0 {
				to = append(to, '-')
			}
			to = hex.AppendEncode(to, part)
		}
		return to
	}
	return append(to, v.pieces[i]...)
}

// wide returns the value of an integer of 32 bits.
func (f *Field) wide(x int32) int64 {
	if f.unsigned {
		return int64(uint32(x))
	}
	return int64(x)
}

// integer returns the number that a stored integer stands for, correctly rounded.
func (f *Field) integer(x int64) float64 {
	switch {
	case f.unit > 0:
		// Of the remainder, so that a time has one value in all units.
		whole, rest := x/f.unit, x%f.unit
		return float64(whole) + float64(rest)/float64(f.unit)
	case f.unsigned:
		return float64(uint64(x))
	case f.scale == 0:
		return float64(x)
	case f.scale <= 22 && -exactWhole <= x && x <= exactWhole: // both exact
		return float64(x) / math.Pow10(f.scale)
	}
	return parsed(decimal(nil, strconv.FormatInt(x, 10), f.scale))
}

// rounds reports whether a stored integer may be the same number as another.
func (f *Field) rounds(x int64) bool {
	switch {
	case f.unit > 0:
		return false
	case f.decimal && f.scale > 0:
		return x >= exactDigits || x <= -exactDigits
	case f.unsigned:
		return uint64(x) >= exactWhole
	}
	return x >= exactWhole || x <= -exactWhole
}

// unscaled returns the integer of a decimal stored as bytes, in two's complement with the first byte
// first, and whether it has 64 bits.
func (f *Field) unscaled(b []byte) (*big.Int, bool) {
	x := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0] >= 128 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return x, x.IsInt64()
}

// decimal appends digits with the point before the last of them, and without zeros at the end.
func decimal(to []byte, digits string, scale int) []byte {
	if digits[0] == '-' {
		to, digits = append(to, '-'), digits[1:]
	}
	if missing := scale + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	point := len(digits) - scale
	to = append(to, digits[:point]...)
	if fraction := strings.TrimRight(digits[point:], "0"); fraction != "" {
		to = append(append(to, '.'), fraction...)
	}
	return to
}

// parsed is the nearest number of a decimal.
func parsed(text []byte) float64 {
	v, _ := strconv.ParseFloat(string(text), 64) // infinite if it is too large, which readers refuse
	return v
}

// bytes returns the number stored in bytes of a fixed length.
func (f *Field) bytes(b []byte) float64 {
	if f.half {
		return half(binary.LittleEndian.Uint16(b))
	}
	// A timestamp of older writers: nanoseconds of the day, and the Julian day.
	const julian1970 = 2440588
	return float64(int64(binary.LittleEndian.Uint32(b[8:]))-julian1970) + float64(binary.LittleEndian.Uint64(b))/(day*nano)
}

// half is a number of 16 bits.
func half(b uint16) float64 {
	fraction, exponent := float64(b&0x3ff), int(b>>10&31)
	v := math.Ldexp(fraction, -24)
	switch {
	case exponent == 31 && fraction != 0:
		return math.NaN()
	case exponent == 31:
		v = math.Inf(1)
	case exponent > 0:
		v = math.Ldexp(1024+fraction, exponent-25)
	}
	if b>>15 == 1 {
		v = -v
	}
	return v
}
