package main

import (
	"context"
	"sort"
	"sync"
	"time"
)

// pace begins work at set times, whether or not what began before has ended.
type pace struct {
	between time.Duration
	most    int // pieces of work under way; what is due beyond that waits, and is late
}

func newPace(perSecond float64) *pace {
	return &pace{between: time.Duration(float64(time.Second) / perSecond), most: 32}
}

// run does so many pieces of work, and waits for them.
func (p *pace) run(ctx context.Context, count int, work func(n int, due time.Time) error) error {
	return p.begin(ctx, nil, count, work)
}

// until does work until told to end.
func (p *pace) until(ctx context.Context, done <-chan struct{}, work func(n int, due time.Time) error) error {
	return p.begin(ctx, done, -1, work)
}

func (p *pace) begin(parent context.Context, done <-chan struct{}, count int, work func(int, time.Time) error) error {
	ctx, first := failFast(parent)
	defer first.stop()
	var all sync.WaitGroup
	places, start, ended := make(chan struct{}, p.most), time.Now(), false
	for n := 0; n != count && !ended; n++ {
		due := start.Add(time.Duration(n) * p.between)
		select {
		case <-done:
			ended = true
		case <-ctx.Done():
			ended = true
		case <-time.After(time.Until(due)):
			places <- struct{}{}
			all.Add(1)
			go func(n int) {
				defer all.Done()
				defer func() { <-places }()
				if err := work(n, due); err != nil {
					first.failed(err)
				}
			}(n)
		}
	}
	all.Wait()
	return first.error(ctx)
}

// times are how long calls of one kind took.
type times struct {
	lock sync.Mutex
	all  []time.Duration
}

func (t *times) add(took time.Duration) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.all = append(t.all, took)
}

// latency is in milliseconds.
type latency struct {
	Calls int     `json:"calls"`
	P50   float64 `json:"p50ms"`
	P99   float64 `json:"p99ms"`
	Max   float64 `json:"maxms"`
}

func (t *times) figures() latency {
	t.lock.Lock()
	defer t.lock.Unlock()
	if len(t.all) == 0 {
		return latency{}
	}
	sort.Slice(t.all, func(i, j int) bool { return t.all[i] < t.all[j] })
	at := func(share float64) float64 { return t.all[int(share*float64(len(t.all)-1))].Seconds() * 1000 }
	return latency{len(t.all), at(0.5), at(0.99), at(1)}
}
