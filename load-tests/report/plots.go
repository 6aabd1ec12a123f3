package report

import (
	"fmt"
	"sort"

	"bora/loadtests/plot"
	"bora/loadtests/result"
)

// plots are of the points with one kind of connection, from left to right.
type plots struct {
	run      *result.Run
	points   []result.Point
	across   string
	commands int // in a sequence
}

func (p plots) all() []plot.Plot {
	found := []plot.Plot{p.times(), p.rates(), p.outcomes(), p.perSequence(), p.cores(), p.steps()}
	return append(found, p.shares())
}

func (p plots) plot(title, up string, lines ...plot.Line) plot.Plot {
	return plot.Plot{Title: title, Across: p.across, Up: up, Log: p.run.Axis != "clients", Lines: lines}
}

// line draws what can be known of each point.
func (p plots) line(name string, dashed bool, of func(result.Point) (float64, bool)) plot.Line {
	l := plot.Line{Name: name, Dashed: dashed}
	for _, point := range p.points {
		if y, known := of(point); known {
			l.Points = append(l.Points, plot.Point{X: float64(point.Value), Y: y})
		}
	}
	return l
}

func (p plots) times() plot.Plot {
	timed := func(of func(result.Times) float64) func(result.Point) (float64, bool) {
		return func(point result.Point) (float64, bool) {
			all := point.Total()
			return of(all.Times), all.Done > 0
		}
	}
	lines := []plot.Line{
		p.line("mean", false, timed(func(t result.Times) float64 { return t.Mean })),
		p.line("half are quicker (p50)", false, timed(func(t result.Times) float64 { return t.P50 })),
		p.line("one in a hundred is slower (p99)", false, timed(func(t result.Times) float64 { return t.P99 })),
	}
	lines = append(lines, p.line("mean of what was played beside", true, func(point result.Point) (float64, bool) {
		if point.Beside == nil {
			return 0, false
		}
		return point.Beside.Times.Mean, true
	}))
	if p.run.Axis == "clients" {
		lines = append(lines, p.line(fmt.Sprintf("what %d bare OpenSSL handshakes of every client take", p.commands), true,
			func(point result.Point) (float64, bool) {
				return point.BareTime(p.commands), point.Reference != nil
			}))
	}
	return p.plot("Time of a sequence"+p.whose(), "seconds", append(lines, p.published("time")...)...)
}

// whose times they are, where there are several groups.
func (p plots) whose() string {
	groups := p.points[0].Groups
	if len(groups) < 2 {
		return ""
	}
	return " of group " + groups[len(groups)-1].Name
}

func (p plots) rates() plot.Plot {
	lines := []plot.Line{
		p.line("commands answered", false, func(point result.Point) (float64, bool) {
			return float64(point.Commands) / point.Seconds, point.Seconds > 0
		}),
		p.line("sequences done (goodput)", false, func(point result.Point) (float64, bool) {
			return point.Goodput(), point.Seconds > 0
		}),
		p.line("bare OpenSSL handshakes", true, func(point result.Point) (float64, bool) {
			return bare(point).PerSecond, point.Reference != nil && point.Connection == "new"
		}),
		p.line("what was played beside", true, func(point result.Point) (float64, bool) {
			if point.Beside == nil {
				return 0, false
			}
			return float64(point.Beside.Done) / point.Beside.Seconds, true
		}),
	}
	return p.plot("Rate", "per second", append(lines, p.published("rate")...)...)
}

func bare(point result.Point) result.Reference {
	if point.Reference == nil {
		return result.Reference{}
	}
	return *point.Reference
}

func (p plots) published(which string) []plot.Line {
	var lines []plot.Line
	at := map[string]int{}
	for _, f := range p.run.Published {
		if f.Plot != which {
			continue
		}
		i, known := at[f.Label]
		if !known {
			i = len(lines)
			at[f.Label] = i
			lines = append(lines, plot.Line{Name: "published: " + f.Label, Marks: true})
		}
		lines[i].Points = append(lines[i].Points, plot.Point{X: f.At, Y: f.Value})
	}
	return lines
}

func (p plots) outcomes() plot.Plot {
	share := func(of func(result.Outcomes) int64) func(result.Point) (float64, bool) {
		return func(point result.Point) (float64, bool) {
			all := point.Total()
			if all.Ended() == 0 {
				return 0, false
			}
			return 100 * float64(of(all)) / float64(all.Ended()), true
		}
	}
	return p.plot("What became of the sequences", "percent",
		p.line("done", false, share(func(o result.Outcomes) int64 { return o.Done })),
		p.line("failed (TCP, TLS, time-out, no SRM reply)", false, share(func(o result.Outcomes) int64 { return o.Failed })),
		p.line("refused in the protocol (busy, come again)", false, share(func(o result.Outcomes) int64 { return o.Refused })),
		p.line("an SRM status that was not foreseen", false, share(func(o result.Outcomes) int64 { return o.Unforeseen })))
}

func (p plots) perSequence() plot.Plot {
	var lines []plot.Line
	for _, name := range p.processes() {
		if name == "others" {
			continue
		}
		name := name
		lines = append(lines, p.line(name, false, func(point result.Point) (float64, bool) {
			done := point.Total().Done
			if done == 0 {
				return 0, false
			}
			return 1000 * point.CPU[name] / float64(done), true
		}))
	}
	lines = append(lines, p.line(fmt.Sprintf("%d bare OpenSSL handshakes, server", p.commands), true, func(point result.Point) (float64, bool) {
		return 1000 * bare(point).ServerCPU * float64(p.commands), point.Reference != nil
	}))
	return p.plot("CPU per sequence done, by process", "milliseconds", lines...)
}

func (p plots) cores() plot.Plot {
	var lines []plot.Line
	for _, name := range p.processes() {
		name := name
		label := name
		if name == "others" {
			label = "others: not watched, busy loops included"
		}
		lines = append(lines, p.line(label, name == "others", func(point result.Point) (float64, bool) {
			if point.Seconds == 0 {
				return 0, false
			}
			return point.CPU[name] / point.Seconds, true
		}))
	}
	return p.plot("Cores in use, by process", "cores", lines...)
}

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

// steps are of the last group: the modest one, where one is greedy.
func (p plots) steps() plot.Plot {
	var lines []plot.Line
	last := len(p.points[0].Groups) - 1
	for i, step := range p.points[0].Groups[last].Steps {
		i := i
		lines = append(lines, p.line(step.Name, false, func(point result.Point) (float64, bool) {
			if i >= len(point.Groups[last].Steps) {
				return 0, false
			}
			s := point.Groups[last].Steps[i]
			return 1000 * s.Times.Mean, s.Done > 0
		}))
	}
	return p.plot("Mean time of each step"+p.whose(), "milliseconds", lines...)
}

// shares shows at the last point what each client got, the poorest first.
func (p plots) shares() plot.Plot {
	point := p.points[len(p.points)-1]
	if len(point.Groups) == 1 && point.Groups[0].Clients == 1 {
		return plot.Plot{}
	}
	var lines []plot.Line
	for _, g := range point.Groups {
		done := make([]int64, 0, len(g.Users))
		for _, u := range g.Users {
			done = append(done, u.Done)
		}
		sort.Slice(done, func(i, j int) bool { return done[i] < done[j] })
		l := plot.Line{Name: fmt.Sprintf("%s: clients 1 to %d", g.Name, g.Clients)}
		for i, n := range done {
			l.Points = append(l.Points, plot.Point{X: float64(i + 1), Y: float64(n)})
		}
		lines = append(lines, l)
	}
	return plot.Plot{Title: fmt.Sprintf("Sequences done by each client, at %s %d", p.run.Axis, point.Value),
		Across: "clients, those with the fewest first", Up: "sequences", Lines: lines}
}

// held is memory and descriptors over the time of the run.
func held(run *result.Run) []plot.Plot {
	memory := plot.Plot{Title: "Memory, by process", Across: "seconds since the run began", Up: "MB resident"}
	files := plot.Plot{Title: "Open file descriptors, by process", Across: "seconds since the run began", Up: "descriptors"}
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
	for _, name := range sorted {
		m, f := plot.Line{Name: name}, plot.Line{Name: name}
		for _, s := range run.Samples {
			m.Points = append(m.Points, plot.Point{X: s.Seconds, Y: float64(s.Memory[name]) / (1 << 20)})
			f.Points = append(f.Points, plot.Point{X: s.Seconds, Y: float64(s.Files[name])})
		}
		memory.Lines, files.Lines = append(memory.Lines, m), append(files.Lines, f)
	}
	return []plot.Plot{memory, files}
}
