package main

import (
	"fmt"
	"strconv"
	"strings"

	"bora/loadtests/cgroup"
	"bora/loadtests/client"
	"bora/loadtests/result"
	"bora/loadtests/scenario"
)

// doors are where the clients of a value of the axis connect, in turn.
type doors map[int][]string

func (d doors) String() string { return fmt.Sprint(map[int][]string(d)) }

// Set adds those of one value.
func (d doors) Set(value string) error {
	at, addresses, found := strings.Cut(value, "=")
	n, err := strconv.Atoi(at)
	if !found || err != nil || n <= 0 || addresses == "" {
		return fmt.Errorf("VALUE=HOST:PORT,HOST:PORT is wanted")
	}
	d[n] = append(d[n], strings.Split(addresses, ",")...)
	return nil
}

func (d doors) all() []string {
	var found []string
	for _, addresses := range d {
		found = append(found, addresses...)
	}
	return found
}

// lead refuses an axis of processes without a door for each of its values.
func (d doors) lead(s *scenario.Scenario) error {
	if s.Axis.Key != scenario.Frontends && s.Axis.Key != scenario.Backends {
		return nil
	}
	for _, value := range s.Axis.Values {
		if len(d[value]) == 0 {
			return fmt.Errorf("%s %d: no doors are known that lead to so many: ./bora bench %s starts them", s.Axis.Key, value, s.Axis.Key)
		}
	}
	return nil
}

// everyDoor is no value of an axis: all doors that there are, each once.
const everyDoor = 0

func (d doors) at(value int) []string {
	if value != everyDoor {
		return d[value]
	}
	var found []string
	seen := map[string]bool{}
	for _, address := range d.all() {
		if !seen[address] {
			found = append(found, address)
		}
		seen[address] = true
	}
	return found
}

// through is the same service as its users see it at a value of the axis.
func (d doors) through(servers map[string]*client.Server, value int) map[string]*client.Server {
	addresses := d.at(value)
	if len(addresses) == 0 {
		return servers
	}
	found := map[string]*client.Server{}
	for name, server := range servers {
		found[name] = server.Through(addresses)
	}
	return found
}

// hold gives every process of that kind its share; the function lets them go again.
func (p *player) hold() (release func(), err error) {
	var all []*cgroup.Held
	release = func() {
		for _, held := range all {
			if err := held.Release(); err != nil {
				p.run.Warnings = append(p.run.Warnings, err.Error())
				fmt.Println("WARNING:", err)
			}
		}
	}
	if p.options.held == "" {
		return release, nil
	}
	tree, err := cgroup.Find()
	if err != nil {
		return release, err
	}
	for name, pids := range p.options.processes {
		if result.KindOf(name) != p.options.held {
			continue
		}
		for _, pid := range pids {
			held, err := tree.Hold(name, pid, p.options.share)
			if err != nil {
				release()
				return release, err
			}
			all = append(all, held)
		}
	}
	if len(all) == 0 {
		return release, fmt.Errorf("no process %s is known that could be held", p.options.held)
	}
	return release, nil
}

// held says so in the figures.
func (p *player) held(value int) *result.Held {
	if p.options.held == "" {
		return nil
	}
	return &result.Held{Name: p.options.held, Count: value, Share: p.options.share}
}
