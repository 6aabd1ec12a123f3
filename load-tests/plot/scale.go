package plot

import "math"

// scale maps values to places in the picture.
type scale struct {
	marks []float64
	at    func(value float64) float64
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
		s.marks = append(s.marks, math.Round(float64(i)*step*1e9)/1e9)
	}
	return s
}

// logarithmic begins and ends at powers of ten.
func logarithmic(least, most, from, to float64) *scale {
	low, high := math.Floor(math.Log10(least)+1e-9), math.Ceil(math.Log10(most)-1e-9)
	if high <= low {
		high = low + 1
	}
	s := &scale{at: func(value float64) float64 { return from + (to-from)*(math.Log10(value)-low)/(high-low) }}
	for power := low; power <= high; power++ {
		s.marks = append(s.marks, math.Pow(10, power))
	}
	return s
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
