package main

import (
	"context"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/machine"
	"bora/loadtests/openssl"
	"bora/loadtests/result"
)

// handshakesAtOnce keeps each s_server busy; its line for new connections is short (32).
const handshakesAtOnce = 4

// reference is bare handshakes with openssl s_server, in slices around what is measured. An s_server serves one
// connection after the other: there is one for each CPU, or their rate would not be the machine's.
type reference struct {
	bare   []*openssl.Server
	server *client.Server
	slice  time.Duration
	sum    result.Reference
	spent  time.Duration
}

func (r *reference) reset() { r.sum, r.spent = result.Reference{}, 0 }

// take does one slice and adds it to the sum.
func (r *reference) take(ctx context.Context) error {
	before, err := r.used()
	if err != nil {
		return err
	}
	own, begin := ownCPU(), time.Now()
	var good, bad int64
	var workers sync.WaitGroup
	for i := 0; i < handshakesAtOnce*len(r.bare); i++ {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for time.Since(begin) < r.slice && ctx.Err() == nil {
				if r.server.Handshake() == nil {
					atomic.AddInt64(&good, 1)
				} else {
					atomic.AddInt64(&bad, 1)
				}
			}
		}()
	}
	workers.Wait()
	spent := time.Since(begin)
	after, err := r.used()
	if err != nil {
		return err
	}
	s := &r.sum
	serverCPU := s.ServerCPU*float64(s.Handshakes) + (after - before).Seconds()
	clientCPU := s.ClientCPU*float64(s.Handshakes) + ownCPU() - own
	s.Handshakes += good
	s.Failures += bad
	r.spent += spent
	if s.Handshakes > 0 {
		s.ServerCPU, s.ClientCPU = serverCPU/float64(s.Handshakes), clientCPU/float64(s.Handshakes)
		s.PerSecond = float64(s.Handshakes) / r.spent.Seconds()
	}
	return nil
}

func (r *reference) used() (time.Duration, error) {
	var sum time.Duration
	for _, one := range r.bare {
		used, err := machine.CPU(one.Pid())
		if err != nil {
			return 0, err
		}
		sum += used
	}
	return sum, nil
}

func (r *reference) stop() {
	for _, one := range r.bare {
		one.Stop()
	}
}

// startReference starts them; the function stops them.
func (p *player) startReference(o options) (stop func(), err error) {
	host, _, err := net.SplitHostPort(o.endpoint)
	if err != nil {
		return nil, err
	}
	user := p.servers[p.scenario.Groups[0].Users[0]]
	r := &reference{slice: p.scenario.Reference}
	var doors []string
	for n := 0; n < runtime.NumCPU(); n++ {
		bare, err := openssl.Start(o.openssl, host, openssl.Keys{
			HostCertificate: o.hostCert, HostKey: o.hostKey, Certificates: o.certificates})
		if err != nil {
			r.stop()
			return nil, err
		}
		r.bare = append(r.bare, bare)
		if r.server, err = user.At(bare.Address); err == nil {
			err = bare.Await(r.server)
		}
		if err != nil {
			r.stop()
			return nil, err
		}
		doors = append(doors, bare.Address)
	}
	r.server = r.server.Through(doors)
	p.run.Openssl = r.bare[0].Command()
	p.bare = r
	return r.stop, nil
}

func (r *reference) figures() *result.Reference {
	sum := r.sum
	return &sum
}
