package main

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"bora/loadtests/machine"
)

const (
	smallBytes   = 4096
	inDirectory  = 1000
	pageKeys     = 1000
	publishers   = 16
	memoryPause  = 50 * time.Millisecond
	leastPublish = 5_000
	mostPublish  = 15_000
)

type bench struct {
	options
	servers []server
}

func random(size int, seed int64) []byte {
	bytes_ := make([]byte, size)
	rand.New(rand.NewSource(seed)).Read(bytes_)
	return bytes_
}

// together has workers do something until it says that nothing is left, and measures the server.
func together(s server, workers int, one func(worker int) (bool, error)) (side, time.Duration, error) {
	before, err := machine.UsageOf(s.pid, nil)
	if err != nil {
		return side{}, 0, err
	}
	var working sync.WaitGroup
	var mutex sync.Mutex
	var failure error
	var done int64
	begun := time.Now()
	for worker := 0; worker < workers; worker++ {
		worker := worker
		working.Add(1)
		go func() {
			defer working.Done()
			for {
				more, err := one(worker)
				if err != nil {
					mutex.Lock()
					if failure == nil { // the others may follow from it
						failure = fmt.Errorf("%s, %s: %w", s.name, time.Now().UTC().Format(time.RFC3339Nano), err)
					}
					mutex.Unlock()
				}
				if !more || err != nil {
					return
				}
				atomic.AddInt64(&done, 1)
			}
		}()
	}
	working.Wait()
	took := time.Since(begun)
	after, err := machine.UsageOf(s.pid, nil)
	if failure != nil {
		err = failure
	}
	return side{Done: int(done), Seconds: took.Seconds()}, after.CPU - before.CPU, err
}

func (s *side) add(one side, cpu time.Duration) {
	s.CPU = s.CPU*float64(s.Done) + cpu.Seconds()*1e3
	s.Done += one.Done
	s.Seconds += one.Seconds
	s.CPU /= float64(s.Done)
	s.Rate = float64(s.Done) / s.Seconds
}

// inTurn measures both, slice by slice; the first one is a warm-up.
func (b bench) inTurn(what string, workers int, one func(s server, worker int) error) (pair, error) {
	sides := make([]side, len(b.servers))
	for round := -1; round < b.rounds; round++ {
		for i, s := range b.servers {
			begun := time.Now()
			got, cpu, err := together(s, workers, func(worker int) (bool, error) {
				if time.Since(begun) >= b.slice {
					return false, nil
				}
				return true, one(s, worker)
			})
			if err != nil {
				return pair{}, fmt.Errorf("%s: %w", what, err)
			}
			if round >= 0 && got.Done > 0 {
				sides[i].add(got, cpu)
			}
		}
	}
	return compared(what, sides), nil
}

func (b bench) small(ctx context.Context, connections []int) ([]pair, error) {
	content := random(smallBytes, 1)
	name := func(worker int) string { return fmt.Sprintf("small/%d", worker) }
	put := func(s server, worker int) error {
		return s.Put(ctx, name(worker), bytes.NewReader(content), smallBytes)
	}
	get := func(s server, worker int) error {
		count, err := s.Get(ctx, name(worker), io.Discard)
		if err == nil && count != smallBytes {
			err = fmt.Errorf("%d bytes came", count)
		}
		return err
	}
	var all []pair
	for _, count := range connections {
		for _, what := range []struct {
			name string
			one  func(server, int) error
		}{{"PUT", put}, {"GET", get}} {
			p, err := b.inTurn(fmt.Sprintf("%s of 4 kB, %d clients", what.name, count), count, what.one)
			if err != nil {
				return nil, err
			}
			all = append(all, p)
		}
	}
	return all, nil
}

func (b bench) largeOnes(ctx context.Context) ([]pair, error) {
	if b.large == 0 {
		return nil, nil
	}
	content := random(b.large*1_000_000, 2)
	put, err := b.inTurn(fmt.Sprintf("PUT of %d MB", b.large), 1, func(s server, _ int) error {
		return s.Put(ctx, "large", bytes.NewReader(content), int64(len(content)))
	})
	if err != nil {
		return nil, err
	}
	get, err := b.inTurn(fmt.Sprintf("GET of %d MB", b.large), 1, func(s server, _ int) error {
		_, err := s.Get(ctx, "large", io.Discard)
		return err
	})
	return []pair{put, get}, err
}

// publish sends what has changed of many small files, as CVMFS does: each is looked at, and sent where its MD5 is another.
func (b bench) publish(ctx context.Context, unchanged []int) ([]pair, error) {
	if b.files == 0 {
		return nil, nil
	}
	var all []pair
	version := 0
	for _, percent := range unchanged {
		version++
		sides := make([]side, len(b.servers))
		for i, s := range b.servers {
			if version == 1 {
				// what is unchanged must be there
				if _, _, err := b.publishOnce(ctx, s, 0, 0); err != nil {
					return nil, err
				}
			}
			got, cpu, err := b.publishOnce(ctx, s, version, percent)
			if err != nil {
				return nil, err
			}
			sides[i].add(got, cpu)
		}
		all = append(all, compared(fmt.Sprintf("publish %d files, %d %% there", b.files, percent), sides))
	}
	return all, nil
}

func (b bench) publishOnce(ctx context.Context, s server, version, unchanged int) (side, time.Duration, error) {
	var next int64 = -1
	return together(s, publishers, func(int) (bool, error) {
		n := int(atomic.AddInt64(&next, 1))
		if n >= b.files {
			return false, nil
		}
		seed := int64(n)
		if n%100 >= unchanged {
			seed += int64(version) * int64(b.files)
		}
		content := random(leastPublish+n%(mostPublish-leastPublish), seed)
		sum := md5.Sum(content)
		name := fmt.Sprintf("published/%02x/%d", n%256, n)
		tag, err := s.Tag(ctx, name)
		if err == nil && tag != hex.EncodeToString(sum[:]) {
			err = s.Put(ctx, name, bytes.NewReader(content), int64(len(content)))
		}
		return true, err
	})
}

// listing makes the files behind the servers' backs, and lists them page by page.
func (b bench) listing(ctx context.Context) ([]pair, error) {
	if b.keys == 0 {
		return nil, nil
	}
	sides := make([]side, len(b.servers))
	for i, s := range b.servers {
		if err := b.fill(s); err != nil {
			return nil, err
		}
		before, err := machine.UsageOf(s.pid, nil)
		if err != nil {
			return nil, err
		}
		most, rest := watchMemory(s.pid)
		after, keys := "", 0
		got, cpu, err := together(s, 1, func(int) (bool, error) {
			page, err := s.List(ctx, "listed/", after, pageKeys)
			keys += len(page.Objects)
			after = page.Next
			return err == nil && after != "", err
		})
		rest()
		if err == nil && keys != b.keys {
			err = fmt.Errorf("%s has listed %d of %d keys", s.name, keys, b.keys)
		}
		if err != nil {
			return nil, err
		}
		got.Done = keys
		sides[i].add(got, cpu)
		if grown := atomic.LoadInt64(most) - before.Memory; grown > 0 {
			sides[i].Grown = grown
		}
	}
	p := compared(fmt.Sprintf("list %d keys", b.keys), sides)
	fmt.Printf("memory grew by %d MB (bora) and %d MB (versitygw)\n", p.Bora.Grown>>20, p.Other.Grown>>20)
	return []pair{p}, nil
}

func (b bench) fill(s server) error {
	for n := 0; n < b.keys; n++ {
		directory := filepath.Join(b.root, s.bucket, "listed", fmt.Sprintf("d%05d", n/inDirectory))
		if n%inDirectory == 0 {
			if err := os.MkdirAll(directory, 0o755); err != nil {
				return err
			}
		}
		if err := os.WriteFile(filepath.Join(directory, fmt.Sprintf("f%04d", n%inDirectory)), nil, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// watchMemory notes the most memory that a process has, until it is told to rest.
func watchMemory(pid int) (*int64, func()) {
	most, over, ended := new(int64), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			if used, err := machine.UsageOf(pid, nil); err == nil && used.Memory > atomic.LoadInt64(most) {
				atomic.StoreInt64(most, used.Memory)
			}
			select {
			case <-over:
				return
			case <-time.After(memoryPause):
			}
		}
	}()
	return most, func() { close(over); <-ended }
}
