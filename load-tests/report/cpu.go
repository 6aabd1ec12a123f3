package report

import (
	"fmt"
	"sort"

	"bora/loadtests/plot"
	"bora/loadtests/result"
)

// colours of kinds of processes are the same in all pictures.
var colours = map[string]int{"server": 1, "frontend": 1, "backend": 4, "database": 2, "client": 3, "gridftp": 5, "transfers": 6, "balancer": 7, "others": 8}

func (p plots) processes() []string {
	seen := map[string]bool{}
	var names []string
	for _, point := range p.points {
		for name := range point.CPU {
			if !seen[name] {
				names = append(names, name)
			}
			seen[name] = true
		}
	}
	sort.Slice(names, func(i, j int) bool { // others last
		if (names[i] == "others") != (names[j] == "others") {
			return names[j] == "others"
		}
		return names[i] < names[j]
	})
	return names
}

// processLine has the colour of its kind; of a kind only the first is drawn through.
func (p plots) processLine(name, label string, of known) plot.Line {
	kind := result.KindOf(name)
	l := p.line(label, name == "others" || name != kind && name != kind+"1", of)
	l.Colour = colours[kind]
	return l
}

func (p plots) perSequence() plot.Plot {
	var lines []plot.Line
	for _, name := range p.processes() {
		if name == "others" {
			continue
		}
		name := name
		lines = append(lines, p.processLine(name, name, func(point result.Point) (float64, bool) {
			done := point.Total().Done
			return 1000 * point.CPU[name] / float64(done), done > 0
		}))
	}
	return p.plot("CPU per sequence done, by process", "milliseconds", append(lines, p.published("cpu")...)...)
}

// inHandshakes is CPU in the unit that does not depend on the machine: what a bare handshake costs OpenSSL
// with the same keys in the same run.
func (p plots) inHandshakes() plot.Plot {
	of := func(take func(result.Point) float64) known {
		return func(point result.Point) (float64, bool) {
			done, unit := point.Total().Done, bare(point).ServerCPU
			return take(point) / float64(done) / unit, done > 0 && unit > 0
		}
	}
	all := p.line("the whole service", false, of(result.Point.Service))
	if len(all.Points) == 0 {
		return plot.Plot{}
	}
	own := p.line("Bora's processes", false, of(result.Point.Front))
	database := p.line("its database", false, of(func(point result.Point) float64 { return point.CPUOf("database") }))
	all.Colour, own.Colour, database.Colour = 3, 1, 2
	lines := []plot.Line{all, own, database}
	if p.points[0].Connection == "new" {
		lines = append(lines, p.level(fmt.Sprintf("%d bare handshakes", p.commands), float64(p.commands)))
	}
	return p.plot("CPU of the service per sequence, in bare handshakes", "x a handshake's server CPU", append(lines, p.published("handshakes")...)...)
}

func (p plots) cores() plot.Plot {
	var lines []plot.Line
	for _, name := range p.processes() {
		name := name
		label := name
		if name == "others" {
			label = "others: not watched, busy loops included"
		}
		lines = append(lines, p.processLine(name, label, func(point result.Point) (float64, bool) {
			return point.CPU[name] / point.Seconds, point.Seconds > 0
		}))
	}
	if n := p.run.Machine.CPUs; n > 0 {
		all := p.level(fmt.Sprintf("all there are: %d", n), float64(n))
		all.Colour = 7
		lines = append(lines, all)
	}
	return p.plot("Cores in use, by process", "cores", lines...)
}
