package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// patience is for one operation with all its repetitions: longer than a dead door keeps a name.
const patience = 4 * time.Minute

// mostTold is how many operations that had to be repeated more than once say why.
const mostTold = 20

// seen is what clients saw of one kind of operation.
type seen struct {
	Done    int     `json:"done"`
	Once    int     `json:"repeated_once"`
	More    int     `json:"repeated_more"`
	Wrong   int     `json:"wrong"`
	Median  float64 `json:"median_s"`
	Longest float64 `json:"longest_s"`
	took    []float64
}

type killing struct {
	Kills     int   `json:"kills"`
	Clients   int   `json:"clients"`
	Bytes     int64 `json:"bytes_each"`
	Uploads   seen  `json:"uploads"`
	Downloads seen  `json:"downloads"`
	Lost      int   `json:"lost"`
}

// kills ends one door after the other, which fleet starts again, while half of the clients upload and half download. A client
// repeats at the next door at once; where that fails too it goes on every second, as an SDK does, and is counted apart.
func (b bench) kills(ctx context.Context) (any, error) {
	k := killing{Clients: b.clients, Bytes: b.size}
	if len(b.doors) < 2 {
		return nil, errors.New("there must be another door for who repeats")
	}
	if err := b.doors[0].Put(ctx, "kills/read", bytes.NewReader(b.content), b.size); err != nil {
		return nil, err
	}
	end := time.Now().Add(b.duration)
	var working sync.WaitGroup
	var mutex sync.Mutex
	stored := map[string]bool{}
	for n := 0; n < b.clients; n++ {
		n := n
		working.Add(1)
		go func() {
			defer working.Done()
			for count := 0; time.Now().Before(end) && ctx.Err() == nil; count++ {
				if n%2 == 0 {
					key := fmt.Sprintf("kills/%d-%d", n, count)
					err := b.operation(ctx, n/2, &k.Uploads, &mutex, func(door int) error {
						return b.doors[door].Put(ctx, key, bytes.NewReader(b.content), b.size)
					})
					if err == nil {
						mutex.Lock()
						stored[key] = true
						mutex.Unlock()
					}
				} else {
					_ = b.operation(ctx, n/2, &k.Downloads, &mutex, func(door int) error {
						var to bytes.Buffer
						to.Grow(int(b.size))
						_, err := b.doors[door].Get(ctx, "kills/read", &to)
						if err == nil && !bytes.Equal(to.Bytes(), b.content) {
							err = errors.New("other bytes came")
						}
						return err
					})
				}
			}
		}()
	}
	for ctx.Err() == nil && time.Now().Add(b.every).Before(end) {
		time.Sleep(b.every)
		door := k.Kills % len(b.doors)
		b.awaitOthers(ctx, door)
		if err := b.kill(door); err != nil {
			fmt.Fprintln(os.Stderr, "WARNING:", err)
			continue
		}
		fmt.Fprintf(os.Stderr, "at %s door%d is killed\n", time.Now().Format("15:04:05"), door+1)
		k.Kills++
	}
	working.Wait()
	for key := range stored {
		var to bytes.Buffer
		if err := b.operation(ctx, 0, &seen{}, &mutex, func(door int) error {
			to.Reset()
			_, err := b.doors[door].Get(ctx, key, &to)
			return err
		}); err != nil || !bytes.Equal(to.Bytes(), b.content) {
			k.Lost++
		}
	}
	for _, s := range []*seen{&k.Uploads, &k.Downloads} {
		sort.Float64s(s.took)
		if len(s.took) > 0 {
			s.Median, s.Longest = s.took[len(s.took)/2], s.took[len(s.took)-1]
		}
	}
	for what, s := range map[string]seen{"uploads": k.Uploads, "downloads": k.Downloads} {
		fmt.Printf("%s of %d MB: %d done, %d repeated once, %d more than once, %d wrong; median %.2f s, longest %.1f s\n",
			what, b.size/1_000_000, s.Done, s.Once, s.More, s.Wrong, s.Median, s.Longest)
	}
	fmt.Printf("%d kills, %d clients; of %d acknowledged objects %d are lost\n", k.Kills, k.Clients, len(stored), k.Lost)
	if k.Lost > 0 || k.Uploads.Wrong > 0 || k.Downloads.Wrong > 0 {
		return k, errors.New("something was lost, or failed for good")
	}
	return k, nil
}

// operation is done at one door, and repeated at the next one.
func (b bench) operation(ctx context.Context, door int, s *seen, mutex *sync.Mutex, one func(int) error) error {
	begun := time.Now()
	attempts, again, err := 0, "", error(nil)
	for ; attempts == 0 || (err != nil && ctx.Err() == nil && time.Since(begun) < patience); attempts++ {
		if attempts > 1 {
			time.Sleep(time.Second)
		}
		if err = one((door + attempts) % len(b.doors)); err != nil && attempts > 0 {
			again = fmt.Sprintf("attempt %d, after %.1f s: %v", attempts+1, time.Since(begun).Seconds(), err)
		}
	}
	mutex.Lock()
	defer mutex.Unlock()
	if again != "" && s.More < mostTold {
		fmt.Fprintln(os.Stderr, "at", time.Now().Format("15:04:05"), again)
	}
	s.took = append(s.took, time.Since(begun).Seconds())
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "failed for good:", err)
		s.Wrong++
	case attempts == 1:
		s.Done++
	case attempts == 2:
		s.Done++
		s.Once++
	default:
		s.Done++
		s.More++
	}
	return err
}

// awaitOthers waits until all doors but one serve: a client that repeats must have another to go to.
func (b bench) awaitOthers(ctx context.Context, door int) {
	for n := range b.doors {
		for n != door && ctx.Err() == nil {
			var to bytes.Buffer
			if _, err := b.doors[n].Get(ctx, "kills/read", &to); err == nil {
				break
			}
			time.Sleep(time.Second)
		}
	}
}

func pidOf(file string) (int, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(string(text)))
}

func (b bench) kill(door int) error {
	pid, err := pidOf(b.processes[fmt.Sprintf("door%d", door+1)])
	if err != nil {
		return err
	}
	return syscall.Kill(pid, syscall.SIGKILL)
}
