package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"bora/loadtests/load"
	"bora/loadtests/result"
	"bora/loadtests/scenario"
)

// makePayloads makes a file of each size that is transferred. Its zeros take no room on the disk.
func (p *player) makePayloads() error {
	if !p.scenario.Has(scenario.Copy) && !p.scenario.Has(scenario.Direct) {
		return nil
	}
	for _, g := range p.scenario.Groups {
		if p.payloads[g.Size] != "" {
			continue
		}
		file, err := os.CreateTemp("", "bora-payload-*")
		if err != nil {
			return err
		}
		p.payloads[g.Size] = file.Name()
		if err := file.Truncate(int64(g.Size)); err != nil {
			file.Close()
			return err
		}
		if err := file.Close(); err != nil {
			return err
		}
	}
	return nil
}

func (p *player) removePayloads() {
	for _, file := range p.payloads {
		os.Remove(file)
	}
}

// site is the service with what its users have in hand.
func (p *player) site(directory string, value int) (load.Site, error) {
	s := load.Site{Servers: p.options.doors.through(p.servers, value), Doors: p.options.doors.at(value), Directory: directory, Transfer: p.options.transfer, Payloads: p.payloads,
		Proxies: map[string]string{}, Certificates: p.options.certificates}
	for name := range p.servers {
		s.Proxies[name] = filepath.Join(p.options.proxies, name)
	}
	if p.scenario.Has(scenario.Direct) {
		door, err := p.place.door(directory)
		if err != nil {
			return s, err
		}
		s.Door = door.String()
	}
	return s, nil
}

// beside plays half of what is compared with the sequences, by the same clients: one half before and one after
// them, so that caches and a disk that fills favour neither. What it finds is added to what is there.
func (p *player) beside(ctx context.Context, value int, connection scenario.Connection, site load.Site, sum *result.Beside) (*result.Beside, error) {
	if !p.scenario.Compared() {
		return nil, nil
	}
	other := *p.scenario
	other.Groups, other.Rounds, other.Duration = nil, (other.Rounds+1)/2, other.Duration/2
	for _, g := range p.scenario.Groups {
		if len(g.Beside) > 0 {
			g.Sequence, g.Before, g.After = g.Beside, nil, nil
			other.Groups = append(other.Groups, g)
		}
	}
	clients, err := p.prepare(ctx, &other, value, connection, site)
	if err != nil {
		return nil, err
	}
	defer clients.end()
	figures, err := clients.run(ctx)
	if err != nil {
		return nil, err
	}
	all := result.Point{Groups: figures.Groups}.Total()
	if all.Done == 0 {
		return nil, fmt.Errorf("nothing that is played beside succeeded: %v", figures.Groups[0].Examples)
	}
	return sum.Plus(result.Beside{Done: all.Done, Failed: all.Failed + all.Unforeseen + all.Refused, Seconds: figures.Seconds, Times: all.Times}), nil
}
