package main

import (
	"context"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"bora/loadtests/machine"
	"bora/loadtests/result"
)

const self = "client"

// watch samples processes until stopped.
type watch struct {
	of      processes
	begin   time.Time
	every   time.Duration
	mutex   sync.Mutex
	samples []result.Sample
	last    map[string]float64 // CPU of a process that has gone stays
	own     map[int]bool       // processes of clients only
	gone    float64            // seconds of CPU of those that have ended
}

// mostSamples keep a report readable however long the run is: then every second is dropped, and from then on
// half as many are taken.
const mostSamples = 2000

func newWatch(of processes) *watch {
	return &watch{of: of, begin: time.Now(), every: time.Second, last: map[string]float64{}, own: map[int]bool{}}
}

// keep adds a sample; it returns how long it is to the next.
func (w *watch) keep(s result.Sample) time.Duration {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.samples = append(w.samples, s)
	if len(w.samples) >= mostSamples {
		half := w.samples[:0]
		for i := 0; i < len(w.samples); i += 2 {
			half = append(half, w.samples[i])
		}
		w.samples, w.every = half, 2*w.every
	}
	return w.every
}

func (w *watch) run(ctx context.Context) {
	for {
		next := w.keep(w.now())
		select {
		case <-ctx.Done():
			return
		case <-time.After(next):
		}
	}
}

func (w *watch) taken() []result.Sample {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return append([]result.Sample(nil), w.samples...)
}

func (w *watch) now() result.Sample {
	s := result.Sample{Seconds: time.Since(w.begin).Seconds(),
		Memory: map[string]int64{}, Heap: map[string]int64{}, Files: map[string]int{}, CPU: map[string]float64{}}
	add := func(name string, u machine.Usage) {
		s.Memory[name] += u.Memory
		s.Files[name] += u.Files
		s.CPU[name] += u.CPU.Seconds()
	}
	watched := map[int]bool{}
	for _, pids := range w.of {
		for _, pid := range pids {
			watched[pid] = true
		}
	}
	for name, pids := range w.of {
		for _, pid := range pids {
			if u, err := machine.UsageOf(pid, watched); err == nil {
				add(name, u)
			}
			if used, err := machine.Heap(pid); err == nil { // others than JVMs have none
				s.Heap[name] += used
			}
		}
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	// without openssl and the busy loops, which are children
	for _, pid := range append(w.alive(), os.Getpid()) {
		if u, err := machine.UsageAlone(pid); err == nil {
			add(self, u)
		}
	}
	s.CPU[self] += w.gone
	// transfers are children that have ended; openssl and busy loops end after the last sample
	var ended syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_CHILDREN, &ended) == nil {
		s.CPU["transfers"] = time.Duration(ended.Utime.Nano()+ended.Stime.Nano()).Seconds() - w.gone
	}
	if busy, err := machine.Busy(); err == nil {
		s.CPU["machine"] = busy.Seconds()
	}
	for name := range w.of {
		if s.CPU[name] < w.last[name] {
			s.CPU[name] = w.last[name]
		}
		w.last[name] = s.CPU[name]
	}
	return s
}

// begins is told of a process that has clients of this one.
func (w *watch) begins(pid int) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.own[pid] = true
}

// ends lets such a process end, which says what it has used in all. No sample is taken meanwhile: it would be
// missing in it.
func (w *watch) ends(pid int, end func() time.Duration) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	delete(w.own, pid)
	w.gone += end().Seconds()
}

func (w *watch) alive() []int {
	var pids []int
	for pid := range w.own {
		pids = append(pids, pid)
	}
	return pids
}

func ownCPU() float64 {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()).Seconds()
}

// spent is CPU between two samples, by process; others is the rest of the machine.
func spent(before, after result.Sample) map[string]float64 {
	found := map[string]float64{}
	known := 0.0
	for name := range after.CPU {
		if name == "machine" {
			continue
		}
		used := after.CPU[name] - before.CPU[name]
		known += used
		if used > 0 || name != "transfers" {
			found[name] = used
		}
	}
	if others := after.CPU["machine"] - before.CPU["machine"] - known; others > 0 {
		found["others"] = others
	}
	return found
}

func machineFacts(cpus int) result.Machine {
	m := result.Machine{CPUs: cpus}
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for _, line := range strings.Split(string(text), "\n") {
			if key, value, found := strings.Cut(line, ":"); found && strings.TrimSpace(key) == "model name" {
				m.Model = strings.TrimSpace(value)
				break
			}
		}
	}
	if text, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		m.Kernel = strings.TrimSpace(string(text))
	}
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		first, _, _ := strings.Cut(string(text), " ")
		m.Load, _ = strconv.ParseFloat(first, 64)
	}
	return m
}
