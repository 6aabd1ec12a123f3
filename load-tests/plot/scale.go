package plot

import (
	"math"
	"strconv"
)

// scale maps values to places in the picture.
type scale struct {
	marks  []float64
	labels []string // of the marks; empty ones are only lines
	at     func(value float64) float64
}

// linear begins at 0, so that twice as much looks like it.
func linear(most, from, to float64) *scale {
	if most <= 0 {
		most = 1
	}
	step := stepOf(most)
	count := int(math.Ceil(most/step - 1e-9))
	end := float64(count) * step
	s := &scale{at: func(value float64) float64 { return from + (to-from)*value/end }}
	for i := 0; i <= count; i++ {
		// not a sum of steps: 0.1 is not exact
		s.mark(math.Round(float64(i)*step*1e9)/1e9, true)
	}
	return s
}

// mostLabels on a logarithmic axis; with more of them only powers of ten have one.
const mostLabels = 8

// logarithmic begins and ends at 1, 2 or 5 times a power of ten.
func logarithmic(least, most, from, to float64) *scale {
	// the reciprocals of 1, 2 and 5 are 10, 5 and 2 times a power of ten
	first, last := below(least), 1/below(1/most)
	if last <= first*1.0001 {
		last = first * 10
	}
	low, high := math.Log10(first), math.Log10(last)
	s := &scale{at: func(value float64) float64 { return from + (to-from)*(math.Log10(value)-low)/(high-low) }}
	var all []float64
	for power := math.Floor(low); power <= high+1e-9; power++ {
		for _, times := range []float64{1, 2, 5} {
			if value := times * math.Pow(10, power); value >= first*0.9999 && value <= last*1.0001 {
				all = append(all, value)
			}
		}
	}
	for _, value := range all {
		s.mark(value, len(all) <= mostLabels || isPowerOfTen(value))
	}
	return s
}

// below is the largest of 1, 2 or 5 times a power of ten that is not above the value.
func below(value float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(value)+1e-9))
	for _, times := range []float64{5, 2} {
		if value >= times*power*0.9999 {
			return times * power
		}
	}
	return power
}

func isPowerOfTen(value float64) bool {
	power := math.Log10(value)
	return math.Abs(power-math.Round(power)) < 1e-6
}

func (s *scale) mark(value float64, labelled bool) {
	s.marks = append(s.marks, value)
	label := ""
	if labelled {
		label = short(value)
	}
	s.labels = append(s.labels, label)
}

// short writes 20000 as 20k and 1000000 as 1M.
func short(value float64) string {
	switch {
	case value >= 1e6:
		return strconv.FormatFloat(math.Round(value/1e3)/1e3, 'f', -1, 64) + "M"
	case value >= 1e4:
		return strconv.FormatFloat(math.Round(value)/1e3, 'f', -1, 64) + "k"
	}
	return strconv.FormatFloat(math.Round(value*1e9)/1e9, 'f', -1, 64)
}

// stepOf is a round distance between marks: 1, 2 or 5 times a power of ten, 4 to 10 of them.
func stepOf(most float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(most/5)))
	for _, times := range []float64{1, 2, 5} {
		if most/(times*power) <= 7 {
			return times * power
		}
	}
	return 10 * power
}
