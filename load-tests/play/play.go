package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/openssl"
	"bora/loadtests/result"
	"bora/loadtests/scenario"
)

// player has what all points of a run need.
type player struct {
	scenario *scenario.Scenario
	servers  map[string]*client.Server
	place    *place
	bare     *reference // nil: none wanted
	watch    *watch
	counters *counters
	options  options
	payloads map[int]string
	run      *result.Run
}

func play(ctx context.Context, o options, s *scenario.Scenario, text string) error {
	p := &player{scenario: s, options: o, servers: map[string]*client.Server{}, payloads: map[int]string{}}
	p.run = &result.Run{Scenario: s.Name, Title: s.Title, Axis: s.Axis.Key, Text: text, InSequence: commandsOf(s), Overrides: o.overrides,
		Started: time.Now().UTC(), Endpoint: o.endpoint, Machine: machineFacts(runtime.NumCPU()), HostKey: openssl.KeyOf(o.hostCert)}
	for _, f := range s.Published {
		p.run.Published = append(p.run.Published, result.Figure(f))
	}
	if err := p.connect(o); err != nil {
		return err
	}
	var err error
	if p.counters, err = openCounters(o); err != nil {
		return err
	}
	defer p.counters.close()
	if err := p.makePayloads(); err != nil {
		return err
	}
	defer p.removePayloads()
	if s.Reference > 0 {
		stop, err := p.startReference(o)
		if err != nil {
			return err
		}
		defer stop()
	}
	if p.place, err = newPlace(p.servers[s.Groups[0].Users[0]], "srm://"+o.endpoint+o.sfnRoot); err != nil {
		return fmt.Errorf("the run's own directory: %w", err)
	}
	watching, stop := context.WithCancel(ctx)
	defer stop()
	p.watch = newWatch(o.processes)
	go p.watch.run(watching)
	if err = p.room(); err == nil {
		err = p.points(ctx)
	}
	if err != nil {
		p.run.Incomplete = err.Error()
	}
	stop()
	if removed := p.place.remove(); removed != nil {
		p.run.Warnings = append(p.run.Warnings, removed.Error())
		fmt.Println("WARNING:", removed)
	}
	if len(p.run.Points) == 0 {
		return err
	}
	return p.finish(o)
}

func (p *player) connect(o options) error {
	trust, err := client.LoadTrust(o.certificates)
	if err != nil {
		return err
	}
	for _, name := range usersOf(p.scenario) {
		user, err := client.LoadCredential(filepath.Join(o.proxies, name))
		if err != nil {
			return err
		}
		if p.servers[name], err = client.NewServer(o.endpoint, user, trust, setUpPatience); err != nil {
			return err
		}
	}
	return nil
}

func (p *player) points(ctx context.Context) error {
	header(os.Stdout, p.run, p.scenario)
	if err := p.warmUp(ctx); err != nil {
		return err
	}
	loops, err := startLoops(p.scenario.BusyLoops)
	if err != nil {
		return err
	}
	defer loops.stop()
	release, err := p.hold()
	if err != nil {
		return err
	}
	defer release()
	for _, connection := range p.scenario.Connections {
		for _, value := range p.scenario.Axis.Values {
			point, err := p.point(ctx, value, connection)
			if err != nil {
				return fmt.Errorf("%s %d: %w", p.scenario.Axis.Key, value, err)
			}
			p.run.Points = append(p.run.Points, *point)
			result.Measure(p.run.Points, commandsOf(p.scenario), p.watch.taken())
			row(os.Stdout, p.run.Points[len(p.run.Points)-1])
		}
	}
	return nil
}

func (p *player) point(ctx context.Context, value int, connection scenario.Connection) (*result.Point, error) {
	directory, err := p.place.forPoint(ctx, len(p.run.Points)+1, p.scenario.Axis.Key, value)
	if err != nil {
		return nil, err
	}
	site, err := p.site(directory, value)
	if err != nil {
		return nil, err
	}
	beside, err := p.beside(ctx, value, connection, site, nil)
	if err != nil {
		return nil, err
	}
	clients, err := p.prepare(ctx, p.scenario, value, connection, site)
	if err != nil {
		return nil, err
	}
	defer clients.end()
	if err := p.slice(ctx, true); err != nil {
		return nil, err
	}
	counted, err := p.counters.now()
	if err != nil {
		return nil, err
	}
	before := p.watch.now()
	runnable := countRunnable(ctx)
	figures, err := clients.run(ctx)
	ready := runnable()
	if err != nil {
		return nil, err
	}
	after := p.watch.now()
	recounted, err := p.counters.now()
	if err != nil {
		return nil, err
	}
	if err := p.slice(ctx, false); err != nil {
		return nil, err
	}
	untidied := p.tidy(clients)
	if beside, err = p.beside(ctx, value, connection, site, beside); err != nil {
		return nil, err
	}
	loops, err := p.besideLoops(ctx, value, connection, site, ready)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	point := &result.Point{Value: value, Connection: string(connection), From: before.Seconds, Seconds: figures.Seconds, Size: p.scenario.Groups[len(p.scenario.Groups)-1].Size, Commands: figures.Commands,
		Groups: figures.Groups, CPU: spent(before, after), Database: between(counted, recounted), Held: p.held(value), Beside: beside, Runnable: ready, Loops: loops,
		LagP99: figures.LagP99}
	if p.bare != nil {
		point.Reference = p.bare.figures()
	}
	point.Warnings = warnings(point, p.run.Machine.CPUs, p.scenario.BusyLoops, untidied)
	return point, nil
}

// tidy is done after a run that was interrupted too.
func (p *player) tidy(clients *clients) int {
	ctx, cancel := context.WithTimeout(context.Background(), setUpPatience)
	defer cancel()
	return clients.tidy(ctx)
}

func (p *player) slice(ctx context.Context, first bool) error {
	if p.bare == nil {
		return nil
	}
	if first {
		p.bare.reset()
	}
	return p.bare.take(ctx)
}

// commandsOf is how many commands a sequence takes when nothing is polled for.
func commandsOf(s *scenario.Scenario) int {
	n := 0
	for _, step := range s.Groups[len(s.Groups)-1].Sequence {
		if step != scenario.Write && step != scenario.Copy && step != scenario.Direct {
			n++
		}
	}
	return n
}
