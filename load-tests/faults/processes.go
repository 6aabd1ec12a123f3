package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	sampleEvery = time.Second
	// what a process opens while it becomes warm is its pools
	warmUp = 40 * time.Second
	window = 15 * time.Second
	// for pools that were not full in the first window
	roomForDescriptors = 60
	roomForThreads     = 40
)

// sample is what a process holds at a time.
type sample struct {
	at                   time.Time
	descriptors, threads int
}

// life is one process from its start to its end: a process that is started again has another.
type life struct {
	name    string
	pid     int
	samples []sample
}

// lives are all of them. The files name the processes of now.
type lives struct {
	mutex sync.Mutex
	files commands
	all   []*life
	now   map[string]*life
}

func newLives(files commands) *lives { return &lives{files: files, now: map[string]*life{}} }

func (l *lives) watch(over context.Context) {
	for over.Err() == nil {
		l.look(time.Now())
		time.Sleep(sampleEvery)
	}
}

func (l *lives) look(at time.Time) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for _, f := range l.files {
		text, err := os.ReadFile(f.text)
		if err != nil {
			continue // not started yet
		}
		pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if err != nil {
			continue // being written
		}
		if l.now[f.name] == nil || l.now[f.name].pid != pid {
			l.now[f.name] = &life{name: f.name, pid: pid}
			l.all = append(l.all, l.now[f.name])
		}
		descriptors, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
		if err != nil {
			continue // killed, and not yet started again
		}
		threads, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
		if err == nil {
			one := l.now[f.name]
			one.samples = append(one.samples, sample{at, len(descriptors), len(threads)})
		}
	}
}

// leaks are lives whose least at the end is more than their most after the warm-up. What is lost is never given back, so it shows in
// the least; what is only busy does not.
func (l *lives) leaks() []string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	var told []string
	for _, one := range l.all {
		if leak := one.leak(); leak != "" {
			told = append(told, leak)
		}
	}
	return told
}

// judged is how many lives were long enough to be compared.
func (l *lives) judged() int {
	n := 0
	for _, one := range l.all {
		if one.isLong() {
			n++
		}
	}
	return n
}

func (l *life) isLong() bool {
	return len(l.samples) > 0 && l.samples[len(l.samples)-1].at.Sub(l.samples[0].at) >= warmUp+2*window
}

func (l *life) leak() string {
	if !l.isLong() {
		return ""
	}
	begin, end := l.samples[0].at, l.samples[len(l.samples)-1].at
	most, least := sample{}, sample{descriptors: 1 << 30, threads: 1 << 30}
	for _, s := range l.samples {
		if age := s.at.Sub(begin); age >= warmUp && age < warmUp+window {
			most = sample{descriptors: larger(most.descriptors, s.descriptors), threads: larger(most.threads, s.threads)}
		}
		if end.Sub(s.at) < window {
			least = sample{descriptors: -larger(-least.descriptors, -s.descriptors), threads: -larger(-least.threads, -s.threads)}
		}
	}
	if least.descriptors <= most.descriptors+roomForDescriptors && least.threads <= most.threads+roomForThreads {
		return ""
	}
	return fmt.Sprintf("leak: %s (process %d) holds %d descriptors and %d threads at least, %s after its start; it held %d and %d at most when it was warm",
		l.name, l.pid, least.descriptors, least.threads, end.Sub(begin).Round(time.Second), most.descriptors, most.threads)
}

func larger(a, b int) int {
	if a > b {
		return a
	}
	return b
}

// shell runs a command in a process group of its own, which ends with the context.
func shell(ctx context.Context, text string) (string, error) {
	command := exec.CommandContext(ctx, "bash", "-c", text)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	output, err := command.CombinedOutput()
	return string(output), err
}
