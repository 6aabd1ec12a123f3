package result

import (
	"strconv"
	"strings"
)

// Processes that serve; the client, a balancer and what else ran are none. Several of a kind are numbered.
var service = []string{"server", "frontend", "backend", "database", "gridftp"}

// CPUOf is the CPU time of all processes of a kind.
func (p Point) CPUOf(kind string) float64 {
	sum := 0.0
	for name, used := range p.CPU {
		if KindOf(name) == kind {
			sum += used
		}
	}
	return sum
}

// asked is the CPU time of those held processes that the clients' doors led to, which are the first ones. The others
// run as well, and do what a process does that nobody asks.
func (p Point) asked(h *Held) float64 {
	sum := 0.0
	for n := 1; n <= h.Count; n++ {
		sum += p.CPU[h.Name+strconv.Itoa(n)]
	}
	return sum
}

// KindOf is the name of a process without its number.
func KindOf(process string) string { return strings.TrimRight(process, "0123456789") }

// Service is the CPU time of all that serve.
func (p Point) Service() float64 {
	sum := 0.0
	for _, kind := range service {
		sum += p.CPUOf(kind)
	}
	return sum
}

// Front is the CPU time of Bora's own processes.
func (p Point) Front() float64 {
	return p.CPUOf("server") + p.CPUOf("frontend") + p.CPUOf("backend")
}

// Measure fills in the metrics that expectations are about, for all points: some compare a point
// with the others of its kind of connection.
func Measure(points []Point, stepsPerSequence int, samples []Sample) {
	for i := range points {
		points[i].Metrics = points[i].alone(stepsPerSequence)
		points[i].growth(samples)
	}
	for i := range points {
		peak, least, first := 0.0, 0.0, 0.0
		for _, other := range points {
			if other.Connection != points[i].Connection {
				continue
			}
			rate := other.Goodput()
			if rate > peak {
				peak = rate
			}
			if first == 0 {
				first = rate
			}
			if t := other.Total().Times.P50; t > 0 && (least == 0 || t < least) {
				least = t
			}
		}
		put(points[i].Metrics, "goodput-of-peak", points[i].Goodput(), peak)
		put(points[i].Metrics, "rate-over-first", points[i].Goodput(), first)
		put(points[i].Metrics, "median-over-least", points[i].Total().Times.P50, least)
	}
}

func (p Point) alone(stepsPerSequence int) map[string]float64 {
	m := map[string]float64{}
	all := p.Total()
	m["failures"] = float64(all.Failed + all.Unforeseen)
	put(m, "orderly", float64(all.Done+all.Refused), float64(all.Ended()))
	serving, front := p.Service(), p.Front()
	put(m, "database-share", p.CPUOf("database"), serving)
	put(m, "server-us", front*1e6, float64(p.Commands))
	if r := p.Reference; r != nil && r.Handshakes > 0 {
		put(m, "cpu-over-handshake", serving, float64(all.Done)*r.ServerCPU)
		put(m, "server-over-handshake", front, float64(p.Commands)*r.ServerCPU)
		put(m, "time-over-handshakes", all.Times.Mean, p.BareTime(stepsPerSequence))
	}
	put(m, "goodput-over-beside", p.Goodput(), p.Beside.PerSecond())
	if l := p.Loops; l != nil {
		put(m, "median-over-loops", all.Times.P50, l.Times.P50)
	}
	if h := p.Held; h != nil {
		put(m, "share-used", p.asked(h), h.Share*float64(h.Count)*p.Seconds)
	}
	p.shares(m)
	return m
}

// BareTime is how long all clients' bare handshakes take, as many each as a sequence has commands.
func (p Point) BareTime(stepsPerSequence int) float64 {
	if p.Reference == nil || p.Reference.PerSecond == 0 {
		return 0
	}
	clients := 0
	for _, g := range p.Groups {
		clients += g.Clients
	}
	return float64(clients*stepsPerSequence) / p.Reference.PerSecond
}

// shares are of the last group's users: the modest ones, where one is greedy.
func (p Point) shares(m map[string]float64) {
	if len(p.Groups) == 0 {
		return
	}
	g := p.Groups[len(p.Groups)-1]
	least, sum, worst := int64(-1), int64(0), 0.0
	for _, u := range g.Users {
		if least < 0 || u.Done < least {
			least = u.Done
		}
		sum += u.Done
		if u.Worst > worst {
			worst = u.Worst
		}
	}
	put(m, "least-share", float64(least)*float64(len(g.Users)), float64(sum))
	put(m, "worst-over-median", worst, g.Sequences.Times.P50)
}

// put leaves out what cannot be known.
func put(m map[string]float64, name string, part, whole float64) {
	if whole > 0 {
		m[name] = part / whole
	}
}

// Goodput is sequences done per second.
func (p Point) Goodput() float64 {
	if p.Seconds <= 0 {
		return 0
	}
	return float64(p.Total().Done) / p.Seconds
}

// Total is over all groups; times are of the last group that has any: they cannot be added.
func (p Point) Total() Outcomes {
	var all Outcomes
	for _, g := range p.Groups {
		all.Done += g.Sequences.Done
		all.Refused += g.Sequences.Refused
		all.Unforeseen += g.Sequences.Unforeseen
		all.Failed += g.Sequences.Failed
		all.Cut += g.Sequences.Cut
		if g.Sequences.Done > 0 {
			all.Times = g.Sequences.Times
		}
	}
	return all
}

// leastSamples are needed to say that something grows.
const leastSamples = 25

// growth compares the last fifth of a point with its second fifth, of the process that grew most.
func (p Point) growth(samples []Sample) {
	var within []Sample
	for _, s := range samples {
		if s.Seconds >= p.From && s.Seconds <= p.From+p.Seconds {
			within = append(within, s)
		}
	}
	if len(within) < leastSamples {
		return
	}
	fifth := len(within) / 5
	early, late := within[fifth:2*fifth], within[len(within)-fifth:]
	for name := range within[0].Memory {
		if name == "client" {
			continue
		}
		memory := func(s Sample) float64 { return float64(s.Memory[name]) }
		files := func(s Sample) float64 { return float64(s.Files[name]) }
		most(p.Metrics, "memory-growth", mean(late, memory), mean(early, memory))
		most(p.Metrics, "descriptor-growth", mean(late, files), mean(early, files))
	}
}

func mean(samples []Sample, of func(Sample) float64) float64 {
	sum := 0.0
	for _, s := range samples {
		sum += of(s)
	}
	return sum / float64(len(samples))
}

func most(m map[string]float64, name string, late, early float64) {
	if early > 0 && late/early > m[name] {
		m[name] = late / early
	}
}
