package main

import (
	"fmt"
	"io"
	"sort"
	"sync"
	"sync/atomic"
	"time"

	"bora/loadtests/machine"
)

// load is something done again and again to a process whose CPU time is read.
type load struct {
	name string
	pid  int
	once func(worker int) error
}

// sample is what one slice came to.
type sample struct {
	Calls     int64         `json:"calls"`
	Failures  int64         `json:"failures"`
	PerSecond float64       `json:"perSecond"`
	CPU       time.Duration `json:"cpuNanosPerCall"`
}

type bench struct {
	options
	fresh, bare, keepAlive load
}

type pair struct {
	Fresh sample  `json:"srmPing"`
	Bare  sample  `json:"openssl"`
	Ratio float64 `json:"ratio"`
}

type result struct {
	Host      string        `json:"hostKey"`
	Target    float64       `json:"targetRatio"`
	Command   string        `json:"openssl"`
	WarmUp    time.Duration `json:"warmUpNanos"`
	Pairs     []pair        `json:"slices"`
	KeepAlive []sample      `json:"keepAlive"`
}

// run warms up, then takes the slices; the order within a pair changes from pair to pair.
func (b *bench) run(out io.Writer) (*result, error) {
	r := &result{}
	var err error
	if r.WarmUp, err = b.heat(out); err != nil {
		return nil, err
	}
	fmt.Fprintf(out, "slice   %-28s %-28s ratio\n", b.fresh.name, b.bare.name)
	for i := 0; i < b.slices; i++ {
		order := []load{b.fresh, b.bare}
		if i%2 == 1 {
			order = []load{b.bare, b.fresh}
		}
		taken := map[string]sample{}
		for _, l := range order {
			if taken[l.name], err = b.take(l, b.slice); err != nil {
				return nil, err
			}
		}
		p := pair{Fresh: taken[b.fresh.name], Bare: taken[b.bare.name]}
		p.Ratio = float64(p.Fresh.CPU) / float64(p.Bare.CPU)
		r.Pairs = append(r.Pairs, p)
		fmt.Fprintf(out, "%5d   %-28s %-28s %.3f\n", i+1, p.Fresh, p.Bare, p.Ratio)
	}
	if _, err := b.take(b.keepAlive, b.slice); err != nil { // the short path is warmed up by itself
		return nil, err
	}
	for i := 0; i < b.slices; i++ {
		s, err := b.take(b.keepAlive, b.slice)
		if err != nil {
			return nil, err
		}
		r.KeepAlive = append(r.KeepAlive, s)
	}
	return r, nil
}

// heat lets the JIT compiler do its work first: until enough calls were made for its last stage and
// a call has twice in a row cost no less than 5 s earlier. On a busy machine the compiler waits for
// its turn like everybody else, so time alone says little.
func (b *bench) heat(out io.Writer) (time.Duration, error) {
	const (
		step    = 5 * time.Second
		enough  = 30000
		noLess  = 0.95
		inARow  = 2
		atLeast = 20 * time.Second
	)
	begin := time.Now()
	var last sample
	var calls int64
	steady := 0
	for {
		s, err := b.take(b.fresh, step)
		if err != nil {
			return 0, err
		}
		calls += s.Calls
		spent := time.Since(begin)
		if last.Calls > 0 && float64(s.CPU) > noLess*float64(last.CPU) {
			steady++
		} else {
			steady = 0
		}
		done := steady >= inARow && calls >= enough && spent >= atLeast
		if done || spent > b.warmUp {
			fmt.Fprintf(out, "  warm-up  %.0f s, %d calls on new connections, %s: %s\n",
				spent.Seconds(), calls, heated(done), s)
			return spent, nil
		}
		last = s
	}
}

func heated(done bool) string {
	if done {
		return "until they became no cheaper"
	}
	return "STILL BECOMING CHEAPER when the time for it was over"
}

// take does one slice. Single failures are counted; a slice of nothing but failures is an error.
func (b *bench) take(l load, length time.Duration) (sample, error) {
	before, err := machine.CPU(l.pid)
	if err != nil {
		return sample{}, err
	}
	begin := time.Now()
	var done, failed int64
	var last atomic.Value
	var workers sync.WaitGroup
	for w := 0; w < b.workers; w++ {
		workers.Add(1)
		go func(worker int) {
			defer workers.Done()
			for time.Since(begin) < length {
				if err := l.once(worker); err != nil {
					last.Store(err.Error())
					atomic.AddInt64(&failed, 1)
				} else {
					atomic.AddInt64(&done, 1)
				}
			}
		}(w)
	}
	workers.Wait()
	spent := time.Since(begin)
	after, err := machine.CPU(l.pid)
	if err != nil {
		return sample{}, err
	}
	if done == 0 {
		return sample{}, fmt.Errorf("%s: none of %d attempts succeeded: %v", l.name, failed, last.Load())
	}
	return sample{done, failed, float64(done) / spent.Seconds(), (after - before) / time.Duration(done)}, nil
}

func (s sample) String() string {
	text := fmt.Sprintf("%d us (%.0f/s)", s.CPU.Microseconds(), s.PerSecond)
	if s.Failures > 0 {
		text += fmt.Sprintf(" %d FAILED", s.Failures)
	}
	return text
}

func (r *result) summarise(out io.Writer) {
	ratios := make([]float64, 0, len(r.Pairs))
	for _, p := range r.Pairs {
		ratios = append(ratios, p.Ratio)
	}
	low, mid, high := spread(ratios)
	fmt.Fprintf(out, "ratio       min %.3f  median %.3f  max %.3f   target <= %.1f: %s   (StoRM: 5.3)\n",
		low, mid, high, r.Target, verdict(mid <= r.Target))
	costs := make([]float64, 0, len(r.KeepAlive))
	rates := make([]float64, 0, len(r.KeepAlive))
	for _, s := range r.KeepAlive {
		costs = append(costs, float64(s.CPU.Nanoseconds())/1000)
		rates = append(rates, s.PerSecond)
	}
	low, mid, high = spread(costs)
	_, rate, _ := spread(rates)
	fmt.Fprintf(out, "keep-alive  min %.0f us  median %.0f us  max %.0f us of CPU per srmPing (%.0f/s)   target <= %d us: %s\n",
		low, mid, high, rate, targetKeepAlive.Microseconds(), verdict(mid*1000 <= float64(targetKeepAlive.Nanoseconds())))
}

func verdict(met bool) string {
	if met {
		return "met"
	}
	return "MISSED"
}

func spread(values []float64) (low, mid, high float64) {
	sorted := append([]float64(nil), values...)
	sort.Float64s(sorted)
	n := len(sorted)
	if n == 0 {
		return 0, 0, 0
	}
	return sorted[0], (sorted[(n-1)/2] + sorted[n/2]) / 2, sorted[n-1]
}
