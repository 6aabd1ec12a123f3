package main

import (
	"fmt"
	"strconv"
	"strings"

	"bora/loadtests/free"
)

// mostProcesses of a kind, as scenarios have it.
const mostProcesses = 16

// plan says which processes there are and which of them answer at each value of the axis. For
// frontends: all before one backend, the clients' doors change. For backends: a frontend for each
// value, which knows so many of them. For pairs: so many of each, all frontends know all backends.
type plan struct {
	axis      string
	values    []int
	frontends []half
	backends  []half
	doors     map[int][]string // ports, by value
	balanced  map[int]string   // ports of the balancer, by value
}

// half is a frontend or a backend.
type half struct {
	name, port string
	backends   []string // ports, of a frontend
}

func planOf(o options) (*plan, error) {
	p := &plan{axis: o.axis, doors: map[int][]string{}, balanced: map[int]string{}}
	for _, word := range strings.Fields(o.values) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > mostProcesses || len(p.values) > 0 && n <= p.values[len(p.values)-1] {
			return nil, fmt.Errorf("'%s': numbers from 1 to %d that grow are wanted", o.values, mostProcesses)
		}
		p.values = append(p.values, n)
	}
	if len(p.values) == 0 {
		return nil, fmt.Errorf("no numbers of %s", o.axis)
	}
	most := p.values[len(p.values)-1]
	var err error
	switch o.axis {
	case "frontends":
		err = p.manyFrontends(most)
	case "backends":
		err = p.manyBackends(most)
	case "pairs":
		err = p.pairs(most)
	default:
		err = fmt.Errorf("'%s' is neither frontends, backends nor pairs", o.axis)
	}
	if err == nil && o.balancer != "" {
		if o.axis != "frontends" {
			return nil, fmt.Errorf("a balancer stands before frontends; frontends know their backends by themselves")
		}
		err = p.balance()
	}
	return p, err
}

func (p *plan) manyFrontends(most int) error {
	backend, err := newHalf("backend", 1)
	if err != nil {
		return err
	}
	p.backends = []half{backend}
	for n := 1; n <= most; n++ {
		frontend, err := newHalf("frontend", n)
		if err != nil {
			return err
		}
		frontend.backends = []string{backend.port}
		p.frontends = append(p.frontends, frontend)
	}
	for _, value := range p.values {
		p.doors[value] = ports(p.frontends[:value])
	}
	return nil
}

func (p *plan) manyBackends(most int) error {
	for n := 1; n <= most; n++ {
		backend, err := newHalf("backend", n)
		if err != nil {
			return err
		}
		p.backends = append(p.backends, backend)
	}
	for i, value := range p.values {
		frontend, err := newHalf("frontend", i+1)
		if err != nil {
			return err
		}
		frontend.backends = ports(p.backends[:value])
		p.frontends = append(p.frontends, frontend)
		p.doors[value] = []string{frontend.port}
	}
	return nil
}

func (p *plan) pairs(most int) error {
	for n := 1; n <= most; n++ {
		backend, err := newHalf("backend", n)
		if err != nil {
			return err
		}
		p.backends = append(p.backends, backend)
	}
	for n := 1; n <= most; n++ {
		frontend, err := newHalf("frontend", n)
		if err != nil {
			return err
		}
		frontend.backends = ports(p.backends)
		p.frontends = append(p.frontends, frontend)
	}
	for _, value := range p.values {
		p.doors[value] = ports(p.frontends[:value])
	}
	return nil
}

func (p *plan) balance() error {
	for _, value := range p.values {
		port, err := free.Port()
		if err != nil {
			return err
		}
		p.balanced[value] = port
		p.doors[value] = []string{port}
	}
	return nil
}

// held is the kind of process that there are several of.
func (p *plan) held() string { return strings.TrimSuffix(p.axis, "s") }

func newHalf(kind string, n int) (half, error) {
	port, err := free.Port()
	return half{name: kind + strconv.Itoa(n), port: port}, err
}

func ports(halves []half) []string {
	var found []string
	for _, h := range halves {
		found = append(found, h.port)
	}
	return found
}

func names(halves []half) []string {
	var found []string
	for _, h := range halves {
		found = append(found, h.name)
	}
	return found
}
