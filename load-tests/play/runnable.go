package main

import (
	"context"
	"math"
	"time"

	"bora/loadtests/load"
	"bora/loadtests/machine"
	"bora/loadtests/result"
	"bora/loadtests/scenario"
)

// countRunnable begins to count the threads of the machine that run or wait for a processor; the function ends that
// and returns how many there were on average, without the one that counts.
func countRunnable(ctx context.Context) func() float64 {
	const every = 50 * time.Millisecond
	ctx, stop := context.WithCancel(ctx)
	average := make(chan float64)
	go func() {
		sum, looks := 0, 0
		for {
			select {
			case <-ctx.Done():
				average <- float64(sum) / math.Max(1, float64(looks))
				return
			case <-time.After(every):
				if found, err := machine.Runnable(); err == nil {
					sum += found - 1
					looks++
				}
			}
		}
	}()
	return func() float64 {
		stop()
		return <-average
	}
}

// besideLoops plays the groups that have no process of their own once more, beside as many busy loops as threads
// were runnable beside the others: how slow they are then is due to the processors, not to the service.
func (p *player) besideLoops(ctx context.Context, value int, connection scenario.Connection, site load.Site, runnable float64) (*result.Loops, error) {
	count := int(math.Max(1, math.Round(runnable)))
	if p.scenario.Loops == 0 {
		return nil, nil
	}
	other := *p.scenario.With(func(g scenario.Group) bool { return !g.Apart })
	other.Duration = p.scenario.Loops
	clients, err := p.prepare(ctx, &other, value, connection, site)
	if err != nil {
		return nil, err
	}
	defer clients.end()
	busy, err := startCrowd(count)
	if err != nil {
		return nil, err
	}
	figures, err := clients.run(ctx)
	busy.stop()
	p.tidy(clients)
	if err != nil {
		return nil, err
	}
	all := result.Point{Groups: figures.Groups}.Total()
	return &result.Loops{Count: count, Done: all.Done, Failed: all.Failed + all.Unforeseen + all.Refused, Times: all.Times}, nil
}
