package main

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestTheFurthestFromItsShare(t *testing.T) {
	if off := furthest([]int64{100, 110, 90, 100}); off < 0.0999 || off > 0.1001 {
		t.Error(off)
	}
	if off := furthest(nil); off != 0 {
		t.Error(off)
	}
}

func TestWhatIsMissedIsSaid(t *testing.T) {
	r := &result{Calls: map[string]latency{postCall: {P99: 199}, pollCall: {P99: 51}, archiveCall: {P99: 999}}, Recalls: 11, Wanted: 10, OffShare: 0.2,
		Live: map[string]int64{"before": 50e6, "all ended": 131e6}}
	if missed := r.missed(); len(missed) != 4 {
		t.Error(missed)
	}
	r = &result{Calls: map[string]latency{postCall: {P99: 200}}, Recalls: 10.2, Wanted: 10, OffShare: 0.1,
		Live: map[string]int64{"before": 50e6, "all ended": 130e6}}
	if missed := r.missed(); len(missed) != 0 {
		t.Error(missed)
	}
}

func TestACallIsComparedWithTheLeastWork(t *testing.T) {
	r := &result{Calls: map[string]latency{postCall: {P50: 50}, srmCall: {P50: 1}}, References: map[string]latency{rowsReference: {P50: 4}}}
	if said := r.compared(postCall); said != "; p50 is 12.5 x the insert of a request's rows (4.00 ms)" {
		t.Error(said)
	}
	if said := r.compared(pollCall) + r.compared(srmCall); said != "" {
		t.Error(said)
	}
}

func TestLateWorkIsMeasuredFromWhenItWasDue(t *testing.T) {
	p := &pace{between: time.Millisecond, most: 1}
	late := &times{}
	err := p.run(context.Background(), 5, func(_ int, due time.Time) error {
		time.Sleep(5 * time.Millisecond)
		late.add(time.Since(due))
		return nil
	})
	if figures := late.figures(); err != nil || figures.Calls != 5 || figures.Max < 20 {
		t.Error(err, figures)
	}
}

func TestCallsOfTheWarmUpAreToldApart(t *testing.T) {
	o := &board{warm: time.Now(), calls: map[string]*times{postCall: {}}, cold: map[string]*times{postCall: {}}}
	o.took(postCall, o.warm.Add(-time.Second))
	o.took(postCall, o.warm)
	o.took(postCall, o.warm.Add(time.Millisecond))
	if o.cold[postCall].figures().Calls != 1 || o.calls[postCall].figures().Calls != 2 {
		t.Error(o.cold[postCall].figures(), o.calls[postCall].figures())
	}
}

func TestAFailureEndsAll(t *testing.T) {
	broken := errors.New("broken")
	p := &pace{between: time.Microsecond, most: 2}
	if err := p.run(context.Background(), 1000000, func(n int, _ time.Time) error {
		if n == 3 {
			return broken
		}
		return nil
	}); err != broken {
		t.Error(err)
	}
}

func TestFilesAreInAsManyRequestsAsOthers(t *testing.T) {
	b := &bench{options: options{files: 30, organisations: 3, targets: 4}}
	count := map[string]int{}
	for n := 0; n < 5; n++ {
		for _, path := range b.paths(2, n) {
			count[path]++
		}
	}
	for path, times := range count {
		if times != 2 {
			t.Error(path, times)
		}
	}
	if len(count) != 10 {
		t.Error(count)
	}
}
