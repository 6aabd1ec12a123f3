package main

import (
	"context"
	"time"

	"bora/loadtests/result"
	"bora/loadtests/scenario"
)

const (
	warmClients = 4    // enough: the compiler wants calls, not clients
	noLess      = 0.95 // of the CPU of the slice before: then the service is warm
)

// warmUp is for the JIT compiler of the service: the scenario's time, and more of it while commands still
// become cheaper. On a busy machine the compiler waits for its turn like everybody else.
func (p *player) warmUp(ctx context.Context) error {
	if p.scenario.WarmUp == 0 {
		return nil
	}
	directory, err := p.place.forPoint(ctx, 0, scenario.Clients, warmClients)
	if err != nil {
		return err
	}
	begin, length, last := time.Now(), p.scenario.WarmUp, 0.0
	for {
		cost, err := p.warmSlice(ctx, directory, length)
		if err != nil {
			return err
		}
		p.run.WarmUp, p.run.Warm = time.Since(begin).Seconds(), last > 0 && cost > noLess*last
		length = p.scenario.WarmUp / 3
		if p.run.Warm || cost == 0 || time.Since(begin)+length > scenario.LongestWarmUp*p.scenario.WarmUp {
			return ctx.Err()
		}
		last = cost
	}
}

// warmSlice returns the CPU of the service per command.
func (p *player) warmSlice(ctx context.Context, directory string, length time.Duration) (float64, error) {
	warm := *p.scenario
	warm.Duration, warm.Rounds, warm.Ramp, warm.Calls = length, 1, 0, 0
	warm.Axis = scenario.Axis{Key: scenario.Clients, Values: []int{warmClients}}
	warm.Groups = append([]scenario.Group(nil), warm.Groups...)
	for i := range warm.Groups {
		warm.Groups[i].Clients, warm.Groups[i].Think = warmClients, 0
	}
	site, err := p.site(directory, everyDoor)
	if err != nil {
		return 0, err
	}
	clients, err := p.prepare(ctx, &warm, warmClients, scenario.New, site)
	if err != nil {
		return 0, err
	}
	before := p.watch.now()
	figures, err := clients.run(ctx)
	after := p.watch.now()
	p.tidy(clients)
	if err != nil {
		return 0, err
	}
	if figures.Commands == 0 {
		return 0, ctx.Err()
	}
	taken := result.Point{CPU: spent(before, after)}
	return taken.Service() / float64(figures.Commands), ctx.Err()
}
