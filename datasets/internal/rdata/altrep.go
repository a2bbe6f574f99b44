package rdata

import (
	"math"
	"strconv"
)

// altrep reads a vector that R keeps in an alternative representation: its
// class, its state and its attributes. Those that save writes for ordinary
// vectors are sequences, wrapped vectors, and texts not yet made from numbers.
func (d *Decoder) altrep(depth int) *Object {
	info := d.object(depth + 1)
	if info.Kind != Pairs || info.Named[0].Value.Kind != Symbol {
		d.fail("found an alternative representation without a class, expected one")
		return null
	}
	class := info.Named[0].Value.Strings[0]
	first := d.object(depth + 1)
	if first.Kind == Pairs {
		first = first.Named[0].Value
	}
	var o *Object
	switch {
	case (class == "compact_intseq" || class == "compact_realseq") && first.Kind == Real && len(first.Numbers) == 3:
		o = d.sequence(first.Numbers)
		if class == "compact_intseq" {
			o.Kind = Integer
		}
	case class == "wrap_integer" && first.Kind == Integer, class == "wrap_real" && first.Kind == Real,
		class == "wrap_logical" && first.Kind == Logical, class == "wrap_string" && first.Kind == Strings,
		class == "wrap_list" && first.Kind == List:
		plain := *first
		o = &plain
	case class == "deferred_string" && (first.Kind == Integer || first.Kind == Real):
		if d.made += 16 * int64(len(first.Numbers)); d.made > maxMade {
			d.fail("found %d texts to be made from numbers, expected at most %d", len(first.Numbers), maxMade/16)
			return null
		}
		o = &Object{Kind: Strings, Strings: make([]string, len(first.Numbers)), Absent: make([]bool, len(first.Numbers))}
		for i, v := range first.Numbers {
			o.Strings[i] = strconv.FormatFloat(v, 'g', 15, 64)
			o.Absent[i] = math.IsNaN(v)
		}
	default:
		d.fail("found the alternative representation %q of %s, expected a sequence, a wrapped vector or text "+
			"made from numbers", class, first.Kind)
		return null
	}
	d.attributes(o, depth) // or NULL: they always follow
	return o
}

// sequence expands a compact sequence given as length, first value, step. It
// counts as if its elements had been in the file.
func (d *Decoder) sequence(s []float64) *Object {
	o := &Object{Kind: Real}
	n := s[0]
	if !(n >= 0) || float64(d.made)+float64(8*n) > maxMade {
		d.fail("found a sequence of length %v, expected at most %d numbers in sequences", n, maxMade/8)
		return o
	}
	d.made += 8 * int64(n)
	o.Numbers = make([]float64, int(n))
	for i := range o.Numbers {
		o.Numbers[i] = s[1] + float64(float64(i)*s[2])
	}
	return o
}
