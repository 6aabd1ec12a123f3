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
	commands int // in a sequence
}

// wide is from which ratio of the last value to the first an axis is better logarithmic.
const wide = 50

// across is what the axis is called, by its key.
var across = map[string]string{
	"clients": "clients at the same time", "width": "entries in the directory", "depth": "directories above the entry",
	"frontends": "frontends", "backends": "backends",
}

// all that says something: of a single value, with nothing published beside it, no more than how it was shared.
func (p plots) all() []plot.Plot {
	if len(p.points) == 1 && len(p.run.Published) == 0 {
		return []plot.Plot{p.shares()}
	}
	found := []plot.Plot{p.times(false)}
	if p.isWide() {
		found = append(found, p.times(true))
	}
	return append(found, p.rates(), p.notDone(), p.perSequence(), p.inHandshakes(), p.cores(), p.steps(), p.shares())
}

func (p plots) isWide() bool {
	first, last := p.points[0].Value, p.points[len(p.points)-1].Value
	return first > 0 && last >= wide*first
}

func (p plots) plot(title, up string, lines ...plot.Line) plot.Plot {
	return plot.Plot{Title: title, Across: p.name(), Up: up, LogX: p.isWide(), Lines: lines}
}

func (p plots) name() string {
	if name := across[p.run.Axis]; name != "" {
		return name
	}
	return p.run.Axis
}

// known are values that can be told of a point, and whether they can.
type known func(result.Point) (float64, bool)

// line draws what can be known of each point.
func (p plots) line(name string, dashed bool, of known) plot.Line {
	l := plot.Line{Name: name, Dashed: dashed}
	for _, point := range p.points {
		if y, known := of(point); known {
			l.Points = append(l.Points, plot.Point{float64(point.Value), y})
		}
	}
	return l
}

// level is a line at one height, such as a target.
func (p plots) level(name string, y float64) plot.Line {
	return p.line(name, true, func(result.Point) (float64, bool) { return y, true })
}

// times are drawn as the papers do, from zero, and once more so that all decades can be read.
func (p plots) times(log bool) plot.Plot {
	timed := func(of func(result.Times) float64) known {
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
	if p.run.Axis == "clients" && p.points[0].Connection == "new" {
		lines = append(lines, p.line(fmt.Sprintf("what %d bare OpenSSL handshakes of every client take", p.commands), true,
			func(point result.Point) (float64, bool) {
				return point.BareTime(p.commands), point.Reference != nil
			}))
	}
	title := "Time of a sequence" + p.whose()
	if log {
		title += ", logarithmic"
	}
	drawn := p.plot(title, "seconds", append(lines, p.published("time")...)...)
	drawn.LogX, drawn.LogY = log || p.run.Axis == "width", log
	return drawn
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
			// where a sequence is one command, the next line is the same
			return float64(point.Commands) / point.Seconds, point.Seconds > 0 && p.commands != 1
		}),
		p.line("sequences done (goodput)", false, func(point result.Point) (float64, bool) {
			return point.Goodput(), point.Seconds > 0
		}),
		p.line("bare OpenSSL handshakes", true, func(point result.Point) (float64, bool) {
			return bare(point).PerSecond, point.Reference != nil && point.Connection == "new" && point.Held == nil
		}),
		p.line("what was played beside", true, func(point result.Point) (float64, bool) {
			return point.Beside.PerSecond(), point.Beside != nil
		}),
	}
	if first := p.points[0]; first.Held != nil && first.Seconds > 0 {
		lines = append(lines, p.line(fmt.Sprintf("in proportion to the first: so many times %.1f sequences", first.Goodput()), true,
			func(point result.Point) (float64, bool) {
				return first.Goodput() * float64(point.Value) / float64(first.Value), true
			}))
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
			lines = append(lines, plot.Line{Name: "published: " + f.Label, Alone: true})
		}
		lines[i].Points = append(lines[i].Points, plot.Point{f.At, f.Value})
	}
	return lines
}

func (p plots) notDone() plot.Plot {
	share := func(of func(result.Outcomes) int64) known {
		return func(point result.Point) (float64, bool) {
			all := point.Total()
			begun := all.Ended() + all.Cut
			return 100 * float64(of(all)) / float64(begun), begun > 0
		}
	}
	drawn := p.plot("Sequences that were not done", "percent of all that were begun",
		p.line("failed (TCP, TLS, time-out, no SRM reply)", false, share(func(o result.Outcomes) int64 { return o.Failed })),
		p.line("refused in the protocol (busy, come again)", false, share(func(o result.Outcomes) int64 { return o.Refused })),
		p.line("an SRM status that was not foreseen", false, share(func(o result.Outcomes) int64 { return o.Unforeseen })),
		p.line("cut off by the scenario's limit", false, share(func(o result.Outcomes) int64 { return o.Cut })))
	for _, point := range p.points {
		if all := point.Total(); all.Done < all.Ended()+all.Cut {
			return drawn
		}
	}
	drawn.Note = "none: all were done"
	return drawn
}

// steps are of the last group: the modest one, where one is greedy.
func (p plots) steps() plot.Plot {
	var lines []plot.Line
	last := len(p.points[0].Groups) - 1
	for i, step := range p.points[0].Groups[last].Steps {
		i := i
		of := func(take func(result.Times) float64) known {
			return func(point result.Point) (float64, bool) {
				if i >= len(point.Groups[last].Steps) {
					return 0, false
				}
				s := point.Groups[last].Steps[i]
				return 1000 * take(s.Times), s.Done > 0
			}
		}
		mean := p.line(step.Name+", mean", false, of(func(t result.Times) float64 { return t.Mean }))
		slow := p.line(step.Name+", p99", true, of(func(t result.Times) float64 { return t.P99 }))
		mean.Colour, slow.Colour = i%plot.Colours+1, i%plot.Colours+1
		lines = append(lines, mean, slow)
	}
	drawn := p.plot("Time of each step"+p.whose()+", polling included", "milliseconds", lines...)
	drawn.LogY = p.isWide()
	return drawn
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
		l := plot.Line{Name: fmt.Sprintf("%s: %d clients", g.Name, g.Clients)}
		for i, n := range done {
			l.Points = append(l.Points, plot.Point{float64(i + 1), float64(n)})
		}
		lines = append(lines, l)
	}
	return plot.Plot{Title: fmt.Sprintf("Sequences done by each client, at %d %s", point.Value, p.run.Axis),
		Across: "clients, those with the fewest first", Up: "sequences", Lines: lines}
}
