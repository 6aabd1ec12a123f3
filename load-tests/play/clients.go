package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"sync"

	"bora/loadtests/apart"
	"bora/loadtests/load"
	"bora/loadtests/result"
	"bora/loadtests/scenario"
)

// serveApart is the option by which this program is one of its own clients' processes.
const serveApart = "apart"

// clients of one value of the axis: those of this process and those that have one of their own.
type clients struct {
	scenario *scenario.Scenario
	here     *load.Load
	apart    map[string]*apart.Process // by group
	watch    *watch
}

// prepare makes them and lets them do what comes before. They must be tidied up or ended.
func (p *player) prepare(ctx context.Context, s *scenario.Scenario, value int, connection scenario.Connection, site load.Site) (*clients, error) {
	c := &clients{scenario: s, apart: map[string]*apart.Process{}, watch: p.watch}
	for _, g := range s.Groups {
		if !g.Apart {
			continue
		}
		only := *s.With(func(one scenario.Group) bool { return one.Name == g.Name })
		process, err := startApart(ctx, apart.Job{Scenario: only, Value: value, Connection: connection, Endpoint: p.options.endpoint,
			Doors: site.Doors, Directory: site.Directory, Proxies: p.options.proxies, Certificates: p.options.certificates})
		if err != nil {
			c.end()
			return nil, err
		}
		c.apart[g.Name] = process
		p.watch.begins(process.Pid())
	}
	var err error
	here := s.With(func(g scenario.Group) bool { return !g.Apart })
	if c.here, err = load.Prepare(ctx, here, value, connection, site); err != nil {
		c.end()
		return nil, err
	}
	return c, nil
}

func startApart(ctx context.Context, job apart.Job) (*apart.Process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return apart.Start(ctx, []string{self, "-" + serveApart}, job)
}

// run lets all go and returns when all are through.
func (c *clients) run(ctx context.Context) (load.Figures, error) {
	var mutex sync.Mutex
	var all sync.WaitGroup
	var problem error
	found := map[string]result.Group{}
	sum := load.Figures{}
	add := func(part load.Figures, err error) {
		mutex.Lock()
		defer mutex.Unlock()
		if problem == nil {
			problem = err
		}
		for _, g := range part.Groups {
			found[g.Name] = g
		}
		sum.Commands += part.Commands
		sum.Seconds = math.Max(sum.Seconds, part.Seconds)
	}
	for _, process := range c.apart {
		all.Add(1)
		go func(process *apart.Process) {
			defer all.Done()
			add(process.Run(ctx))
		}(process)
	}
	here := c.here.Run(ctx)
	all.Wait()
	add(here, nil)
	// of the process that measures: the others are meant to be busy
	sum.LagP99 = here.LagP99
	for _, g := range c.scenario.Groups {
		sum.Groups = append(sum.Groups, found[g.Name])
	}
	return sum, problem
}

// tidy lets them do what comes after, and ends their processes; it returns how many could not.
func (c *clients) tidy(ctx context.Context) int {
	defer c.end()
	untidied := c.here.Tidy(ctx)
	for group, process := range c.apart {
		n, err := process.Tidy(ctx)
		if err != nil {
			fmt.Printf("WARNING: group %s: %s\n", group, err)
			n++
		}
		untidied += n
	}
	return untidied
}

// end ends the processes; nothing happens when they have ended.
func (c *clients) end() {
	for group, process := range c.apart {
		c.watch.ends(process.Pid(), process.End)
		delete(c.apart, group)
	}
}
