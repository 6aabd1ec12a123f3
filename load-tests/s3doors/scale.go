package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"bora/loadtests/cgroup"
)

// smallBytes is the size of the objects that show what a request costs.
const smallBytes = 4096

// step is what so many doors did together.
type step struct {
	What  string  `json:"what"`
	Doors int     `json:"doors"`
	Rate  float64 `json:"per_s"`
	Gain  float64 `json:"times_one_door"`
}

// scale holds each door to a share of a core, and asks 1, 2, 4 ... of them at a time: with as many doors there must be as many
// requests. The share leaves the rest of the machine to clients, backend and database.
func (b bench) scale(ctx context.Context) (any, error) {
	if b.share <= 0 {
		return nil, errors.New("-share is missing")
	}
	contents := []struct {
		name  string
		bytes []byte
	}{{"4 kB", b.content[:smallBytes]}, {fmt.Sprintf("%d MB", b.size/1_000_000), b.content}}
	name := func(worker int) string { return fmt.Sprintf("scale/%d", worker) }
	var all []step
	if err := b.warm(ctx, name); err != nil {
		return nil, err
	}
	tree, err := cgroup.Find()
	if err != nil {
		return nil, err
	}
	for n := range b.doors {
		door := fmt.Sprintf("door%d", n+1)
		pid, err := pidOf(b.processes[door])
		if err != nil {
			return nil, err
		}
		held, err := tree.Hold(door, pid, b.share)
		if err != nil {
			return nil, err
		}
		defer held.Release()
	}
	for _, c := range contents {
		for _, way := range []struct {
			what string
			one  func(door, worker int) error
		}{
			{"PUT", func(door, worker int) error {
				return b.doors[door].Put(ctx, name(worker), bytes.NewReader(c.bytes), int64(len(c.bytes)))
			}},
			{"GET", func(door, worker int) error {
				count, err := b.doors[door].Get(ctx, name(worker), io.Discard)
				if err == nil && count != int64(len(c.bytes)) {
					err = fmt.Errorf("%d bytes came", count)
				}
				return err
			}},
		} {
			what := fmt.Sprintf("%s of %s", way.what, c.name)
			one := 0.0
			for doors := 1; doors <= len(b.doors); doors *= 2 {
				rate, err := b.rate(ctx, doors, way.one)
				if err != nil {
					return nil, fmt.Errorf("%s at %d doors: %w", what, doors, err)
				}
				if doors == 1 {
					one = rate
				}
				s := step{what, doors, rate, rate / one}
				fmt.Printf("%s, %d clients, %d doors with %g of a core each: %.1f/s, %.2f x one door\n", s.What, b.clients, doors, b.share, s.Rate, s.Gain)
				all = append(all, s)
			}
		}
	}
	return all, nil
}

// warm has every door do all of it before anything is held or measured.
func (b bench) warm(ctx context.Context, name func(int) string) error {
	_, err := b.rate(ctx, len(b.doors), func(door, worker int) error {
		err := b.doors[door].Put(ctx, name(worker), bytes.NewReader(b.content[:smallBytes]), smallBytes)
		if err == nil {
			_, err = b.doors[door].Get(ctx, name(worker), io.Discard)
		}
		return err
	})
	return err
}

// rate is how often clients, spread over the first of the doors, do something in a second. All of them do it once before it counts.
func (b bench) rate(ctx context.Context, doors int, one func(door, worker int) error) (float64, error) {
	var working, ready sync.WaitGroup
	var done int64
	begin, failures := make(chan time.Time), make(chan error, b.clients)
	for worker := 0; worker < b.clients; worker++ {
		worker := worker
		working.Add(1)
		ready.Add(1)
		go func() {
			defer working.Done()
			err := one(worker%doors, worker)
			ready.Done()
			end := <-begin
			for err == nil && ctx.Err() == nil && time.Now().Before(end) {
				if err = one(worker%doors, worker); err == nil && !time.Now().After(end) {
					atomic.AddInt64(&done, 1)
				}
			}
			if err != nil {
				failures <- err
			}
		}()
	}
	ready.Wait()
	end := time.Now().Add(b.duration)
	for worker := 0; worker < b.clients; worker++ {
		begin <- end
	}
	working.Wait()
	if len(failures) > 0 {
		return 0, <-failures
	}
	return float64(done) / b.duration.Seconds(), ctx.Err()
}
