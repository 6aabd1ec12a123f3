package report

import (
	"fmt"
	"sort"

	"bora/loadtests/plot"
	"bora/loadtests/result"
)

const mega = 1 << 20

// held is memory, heap and descriptors over the time of the run; bands show when each value was played.
func held(run *result.Run) []plot.Plot {
	return []plot.Plot{
		drawn(run, "Memory, by process", "MB resident", func(s result.Sample, name string) (float64, bool) {
			v, known := s.Memory[name]
			return float64(v) / mega, known
		}),
		drawn(run, "Heap in use by the JVMs, garbage included: the low points must not rise", "MB", func(s result.Sample, name string) (float64, bool) {
			v, known := s.Heap[name]
			return float64(v) / mega, known
		}),
		drawn(run, "Open file descriptors, by process", "descriptors", func(s result.Sample, name string) (float64, bool) {
			v, known := s.Files[name]
			return float64(v), known
		}),
	}
}

func drawn(run *result.Run, title, up string, of func(result.Sample, string) (float64, bool)) plot.Plot {
	p := plot.Plot{Title: title, Across: "seconds since the run began", Up: up}
	for _, name := range watched(run) {
		kind := result.KindOf(name)
		l := plot.Line{Name: name, Colour: colours[kind], Dashed: name != kind && name != kind+"1"}
		for _, s := range run.Samples {
			if y, known := of(s, name); known {
				l.Points = append(l.Points, plot.Point{s.Seconds, y})
			}
		}
		p.Lines = append(p.Lines, l)
	}
	for _, point := range run.Points {
		p.Bands = append(p.Bands, plot.Band{From: point.From, To: point.From + point.Seconds, Label: fmt.Sprintf("%d %s", point.Value, point.Connection)})
	}
	return p
}

func watched(run *result.Run) []string {
	names := map[string]bool{}
	for _, s := range run.Samples {
		for name := range s.Memory {
			names[name] = true
		}
	}
	sorted := make([]string, 0, len(names))
	for name := range names {
		sorted = append(sorted, name)
	}
	sort.Strings(sorted)
	return sorted
}
