package scenario

import (
	"fmt"
	"time"
)

// set understands one key. Inside a group only what clients may differ in is allowed.
func (p *parser) set(key, value string) error {
	target := &p.shared
	if p.group != nil {
		target = p.group
	}
	known, err := setGroup(target, key, value)
	if known || err != nil {
		return err
	}
	if key == Clients && p.group != nil {
		n, err := number(value, 1, mostClients)
		target.Clients = int(n)
		return err
	}
	if p.group != nil {
		return fmt.Errorf("is no key of a group; those are clients, sequence, before, after, beside, size, streams, patience, think, pause, poll, users, hosts, process and name")
	}
	known, err = p.setRun(key, value)
	if !known && err == nil {
		return fmt.Errorf("there is no such key; README.md lists them")
	}
	return err
}

func setGroup(g *Group, key, value string) (known bool, err error) {
	var n int64
	switch key {
	case "sequence":
		g.Sequence, err = stepsOf(value)
	case "before":
		g.Before, err = stepsOf(value)
	case "after":
		g.After, err = stepsOf(value)
	case "beside":
		g.Beside, err = stepsOf(value)
	case "size":
		n, err = number(value, 0, mostBytes)
		g.Size = int(n)
	case "streams":
		n, err = number(value, 1, mostStreams)
		g.Streams = int(n)
	case "patience":
		g.Patience, err = length(value, 100*time.Millisecond, 10*time.Minute)
	case "think":
		g.Think, err = length(value, 0, 10*time.Minute)
	case "pause":
		g.Pause, err = length(value, 0, 10*time.Minute)
	case "poll":
		g.Poll, err = length(value, 10*time.Millisecond, time.Minute)
	case "users":
		g.Users, err = usersOf(value)
	case "name":
		if value != "new" && value != "kept" {
			return true, fmt.Errorf("'%s' is neither new nor kept", value)
		}
		g.FreshName = value == "new"
	case "process":
		if value != "own" && value != "shared" {
			return true, fmt.Errorf("'%s' is neither own nor shared", value)
		}
		g.Apart = value == "own"
	case "hosts":
		n, err = number(value, 1, mostHosts)
		g.Hosts = int(n)
	default:
		return false, nil
	}
	return true, err
}

func (p *parser) setRun(key, value string) (known bool, err error) {
	s := p.scenario
	var n int64
	switch key {
	case "title":
		s.Title = value
	case Clients:
		err = p.setAxis(key, value, mostClients)
	case Width:
		err = p.setAxis(key, value, mostWidth)
	case Depth:
		err = p.setAxis(key, value, mostDepth)
	case Frontends, Backends:
		err = p.setAxis(key, value, mostProcesses)
	case "connection":
		s.Connections, err = connectionsOf(value)
	case "duration":
		s.Duration, err = length(value, 100*time.Millisecond, longestPoint)
	case "limit":
		s.Limit, err = length(value, time.Second, longestPoint)
	case "ramp":
		s.Ramp, err = length(value, 0, 10*time.Minute)
	case "warm-up":
		s.WarmUp, err = length(value, 0, 10*time.Minute)
	case "reference":
		s.Reference, err = length(value, 0, time.Minute)
	case "loops":
		s.Loops, err = length(value, 0, longestPoint)
	case "rounds":
		n, err = number(value, 1, mostRounds)
		s.Rounds = int(n)
	case "calls":
		s.Calls, err = number(value, 1, mostCalls)
	case "busy-loops":
		n, err = number(value, 0, mostLoops)
		s.BusyLoops = int(n)
	default:
		return false, nil
	}
	return true, err
}

func (p *parser) setAxis(key, value string, most int64) error {
	if p.scenario.Axis.Key != "" && p.scenario.Axis.Key != key {
		return fmt.Errorf("there is an axis already: %s", p.scenario.Axis.Key)
	}
	values, err := ascending(value, most)
	p.scenario.Axis = Axis{Key: key, Values: values}
	return err
}
