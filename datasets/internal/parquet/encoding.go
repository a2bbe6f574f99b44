package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
)

var errShort = errors.New("a page ends early: the file is damaged")

// hybrid decodes n numbers of the given width in bits: runs of one number, and
// groups of eight packed numbers.
func hybrid(data []byte, width, n int) ([]uint32, error) {
	if width < 0 || width > 32 {
		return nil, fmt.Errorf("found numbers of %d bits, expected at most 32: the file is damaged", width)
	}
	numbers := make([]uint32, 0, n)
	for len(numbers) < n {
		head, k := binary.Uvarint(data)
		if k <= 0 {
			return nil, errShort
		}
		data = data[k:]
		if head&1 == 0 {
			size := (width + 7) / 8
			if len(data) < size {
				return nil, errShort
			}
			var number uint32
			for i, b := range data[:size] {
				number |= uint32(b) << (8 * i)
			}
			data = data[size:]
			for range min(head>>1, uint64(n-len(numbers))) {
				numbers = append(numbers, number)
			}
			continue
		}
		count := min(head>>1*8, uint64(n-len(numbers)+7)/8*8)
		size := uint64(width) * count / 8
		if size > uint64(len(data)) {
			// The last group of some writers is cut short.
			if count = uint64(len(data)) * 8 / uint64(width); count < uint64(n-len(numbers)) {
				return nil, errShort
			}
			size = uint64(len(data))
		}
		for i := range min(int(count), n-len(numbers)) {
			numbers = append(numbers, uint32(packed(data, i*width, width)))
		}
		data = data[size:]
	}
	return numbers, nil
}

// packed returns the number of the given width that begins at a bit.
func packed(data []byte, at, width int) uint64 {
	var number uint64
	for got := 0; got < width; {
		b := uint64(data[at/8]) >> (at % 8)
		number |= b << got
		step := 8 - at%8
		got, at = got+step, at+step
	}
	if width < 64 {
		number &= 1<<width - 1
	}
	return number
}

// delta decodes numbers stored as differences, packed in blocks; n of them are
// expected. It returns the bytes that follow them.
func delta(data []byte, n int) (numbers []int64, rest []byte, err error) {
	unsigned := func() uint64 {
		u, k := binary.Uvarint(data)
		if k <= 0 {
			err = errShort
			return 0
		}
		data = data[k:]
		return u
	}
	signed := func() int64 {
		u := unsigned()
		return int64(u>>1) ^ -int64(u&1)
	}
	block, minis, count, last := unsigned(), unsigned(), unsigned(), signed()
	if err != nil {
		return nil, nil, err
	}
	if minis == 0 || block == 0 || block > 1<<20 || block%minis != 0 || block/minis%8 != 0 || count != uint64(n) {
		return nil, nil, fmt.Errorf("found %d differences in blocks of %d by %d, expected %d: the file is damaged", count, block, minis, n)
	}
	size := int(block / minis)
	numbers = make([]int64, 0, n)
	if n > 0 {
		numbers = append(numbers, last)
	}
	for len(numbers) < n {
		least := signed()
		if err != nil || uint64(len(data)) < minis {
			return nil, nil, errShort
		}
		widths := data[:minis]
		data = data[minis:]
		for _, w := range widths {
			width := int(w)
			if len(numbers) == n {
				break
			}
			if width > 64 || len(data) < width*size/8 {
				return nil, nil, errShort
			}
			for i := range min(size, n-len(numbers)) {
				last += least + int64(packed(data, i*width, width))
				numbers = append(numbers, last)
			}
			data = data[width*size/8:]
		}
	}
	return numbers, data, nil
}

// joined undoes the splitting of n values into streams of their bytes.
func joined(data []byte, width, n int) ([]byte, error) {
	if width < 1 || n > len(data)/width {
		return nil, errShort
	}
	whole := make([]byte, n*width)
	for k := range width {
		for i := range n {
			whole[i*width+k] = data[k*n+i]
		}
	}
	return whole, nil
}

// prefixed cuts data into n pieces that are each preceded by their length.
func prefixed(data []byte, n int) ([][]byte, error) {
	pieces := make([][]byte, n)
	for i := range pieces {
		if len(data) < 4 {
			return nil, errShort
		}
		size := uint64(binary.LittleEndian.Uint32(data))
		if data = data[4:]; size > uint64(len(data)) {
			return nil, errShort
		}
		pieces[i], data = data[:size], data[size:]
	}
	return pieces, nil
}

// lengths cuts data into n pieces whose lengths stand in front of all.
func lengths(data []byte, n int) ([][]byte, error) {
	sizes, data, err := delta(data, n)
	if err != nil {
		return nil, err
	}
	pieces := make([][]byte, n)
	for i, size := range sizes {
		if size < 0 || size > int64(len(data)) {
			return nil, errShort
		}
		pieces[i], data = data[:size], data[size:]
	}
	return pieces, nil
}

// continued undoes the sharing of beginnings with the text before; charge is
// asked for the bytes that each text takes.
func continued(data []byte, n int, charge func(int64) error) ([][]byte, error) {
	shared, data, err := delta(data, n)
	if err != nil {
		return nil, err
	}
	pieces, err := lengths(data, n)
	if err != nil {
		return nil, err
	}
	var last []byte
	for i, size := range shared {
		if size < 0 || size > int64(len(last)) {
			return nil, errShort
		}
		if err := charge(size + int64(len(pieces[i]))); err != nil {
			return nil, err
		}
		last = append(last[:size:size], pieces[i]...)
		pieces[i] = last
	}
	return pieces, nil
}
