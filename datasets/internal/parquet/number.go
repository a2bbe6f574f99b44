package parquet

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// exactWhole bounds the whole numbers that float64s tell apart.
const exactWhole = 1 << 53

// numbers appends the numbers of values.
func (f *Field) numbers(to []float64, v *values) []float64 {
	for _, x := range v.longs {
		to = append(to, f.integer(x))
	}
	for _, piece := range v.pieces {
		if !f.decimal {
			to = append(to, f.bytes(piece))
			continue
		}
		x := unscaled(piece)
		if x.IsInt64() {
			to = append(to, f.integer(x.Int64()))
		} else {
			to = append(to, parsed(decimal(nil, x.String(), f.scale)))
		}
	}
	return append(to, v.doubles...)
}

// text appends a value as it is told from all others: text as it is, numbers as decimals without
// zeros at their end.
func (f *Field) text(to []byte, v *values, i int) []byte {
	switch {
	case f.decimal && len(v.longs) > 0:
		return decimal(to, strconv.FormatInt(v.longs[i], 10), f.scale)
	case f.decimal:
		return decimal(to, unscaled(v.pieces[i]).String(), f.scale)
	case f.Type == Integer && f.unsigned:
		return strconv.AppendUint(to, uint64(v.longs[i]), 10)
	case f.Type == Integer:
		return strconv.AppendInt(to, v.longs[i], 10)
	case f.uuid:
		text := hex.EncodeToString(v.pieces[i])
		return fmt.Appendf(to, "%s-%s-%s-%s-%s", text[:8], text[8:12], text[12:16], text[16:20], text[20:])
	}
	return append(to, v.pieces[i]...)
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

// unscaled returns the integer of a decimal stored as bytes, in two's complement with the first byte
// first.
func unscaled(b []byte) *big.Int {
	x := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0] >= 128 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return x
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
