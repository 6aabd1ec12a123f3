package main

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/machine"
	"bora/loadtests/openssl"
	"bora/loadtests/result"
)

// handshakesAtOnce keeps s_server busy; its line for new connections is short (32).
const handshakesAtOnce = 4

// reference is bare handshakes with openssl s_server, in slices around what is measured.
type reference struct {
	bare   *openssl.Server
	server *client.Server
	slice  time.Duration
	sum    result.Reference
	spent  time.Duration
}

func (r *reference) reset() { r.sum, r.spent = result.Reference{}, 0 }

// take does one slice and adds it to the sum.
func (r *reference) take(ctx context.Context) error {
	before, err := machine.CPU(r.bare.Pid())
	if err != nil {
		return err
	}
	own, begin := ownCPU(), time.Now()
	var good, bad int64
	var workers sync.WaitGroup
	for i := 0; i < handshakesAtOnce; i++ {
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
	after, err := machine.CPU(r.bare.Pid())
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

func (r *reference) figures() *result.Reference {
	sum := r.sum
	return &sum
}
