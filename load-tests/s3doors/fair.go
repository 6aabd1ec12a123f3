package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"
	"time"
)

// fairness is how clients fared that moved the same at the same time.
type fairness struct {
	What    string    `json:"what"`
	Clients int       `json:"clients"`
	Bytes   int64     `json:"bytes_each"`
	Rates   []float64 `json:"mb_per_s"`
	Mean    float64   `json:"mean_mb_per_s"`
	Slowest float64   `json:"slowest_of_mean"`
	Fastest float64   `json:"fastest_of_mean"`
	SentOn  int64     `json:"sent_on"` // to other doors
}

// fair has all clients begin at once to move one object each, up and then down.
func (b bench) fair(ctx context.Context) (any, error) {
	var all []fairness
	for round := 0; round < b.rounds; round++ {
		for _, way := range []struct {
			what string
			one  func(int) error
		}{
			{"PUT", func(n int) error {
				return b.doors[n%len(b.doors)].Put(ctx, fmt.Sprintf("fair/%d-%d", round, n), bytes.NewReader(b.content), b.size)
			}},
			{"GET", func(n int) error {
				count, err := b.doors[n%len(b.doors)].Get(ctx, fmt.Sprintf("fair/%d-%d", round, n), io.Discard)
				if err == nil && count != b.size {
					err = fmt.Errorf("%d bytes came", count)
				}
				return err
			}},
		} {
			before := b.doors[0].SentOn()
			one, err := together(b.clients, b.size, way.one)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", way.what, err)
			}
			one.What, one.SentOn = way.what, b.doors[0].SentOn()-before
			fmt.Printf("%s, %d clients with %d MB each: mean %.1f MB/s, slowest %.3f of the mean, fastest %.3f; %d sent on to another door\n",
				way.what, b.clients, b.size/1_000_000, one.Mean, one.Slowest, one.Fastest, one.SentOn)
			all = append(all, one)
		}
		for n := 0; n < b.clients; n++ {
			if err := b.doors[0].Delete(ctx, fmt.Sprintf("fair/%d-%d", round, n)); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

func together(clients int, size int64, one func(int) error) (fairness, error) {
	f := fairness{Clients: clients, Bytes: size, Rates: make([]float64, clients)}
	failures := make(chan error, clients)
	var working sync.WaitGroup
	begin := make(chan struct{})
	for n := 0; n < clients; n++ {
		n := n
		working.Add(1)
		go func() {
			defer working.Done()
			<-begin
			begun := time.Now()
			if err := one(n); err != nil {
				failures <- fmt.Errorf("client %d: %w", n, err)
			}
			f.Rates[n] = float64(size) / 1e6 / time.Since(begun).Seconds()
		}()
	}
	close(begin)
	working.Wait()
	if len(failures) > 0 {
		return f, <-failures
	}
	f.compare()
	return f, nil
}

// compare sets the mean of the rates, and how the slowest and the fastest stand to it.
func (f *fairness) compare() {
	least, most := f.Rates[0], f.Rates[0]
	f.Mean = 0
	for _, rate := range f.Rates {
		f.Mean += rate / float64(len(f.Rates))
		least, most = min(least, rate), max(most, rate)
	}
	f.Slowest, f.Fastest = least/f.Mean, most/f.Mean
}

func min(a, b float64) float64 {
	if a < b {
		return a
	}
	return b
}

func max(a, b float64) float64 {
	if a > b {
		return a
	}
	return b
}
