package main

import (
	"context"
	"fmt"
	"io"
	"math/rand"
	"sync"
	"time"

	"bora/loadtests/machine"
)

const pattern = 1 << 20

// bench is one size of files.
type bench struct {
	path    string
	size    int
	servers []server
	slice   time.Duration
	rounds  int
}

// side is what one server did.
type side struct {
	Requests           int     `json:"requests"`
	Seconds            float64 `json:"seconds"`
	MegabytesPerSecond float64 `json:"mb_per_s"`
	CPU                float64 `json:"cpu_ms_per_request"`
}

// row is one method, size and number of connections.
type row struct {
	Method      string  `json:"method"`
	Bytes       int     `json:"bytes"`
	Connections int     `json:"connections"`
	Bora        side    `json:"bora"`
	Nginx       side    `json:"nginx"`
	Throughput  float64 `json:"throughput_ratio"`
	CPU         float64 `json:"cpu_ratio"`
	// of PUT only
	Synced      *side   `json:"synced,omitempty"`
	SyncedRatio float64 `json:"synced_throughput_ratio,omitempty"`
}

func (r row) synced() string {
	if r.Synced == nil {
		return ""
	}
	return fmt.Sprintf(" %12.1f %6.2f", r.Synced.MegabytesPerSecond, r.SyncedRatio)
}

// body is random bytes, again and again.
type body struct {
	from []byte
	left int
	at   int
}

func newBody(size int) *body {
	from := make([]byte, pattern)
	rand.New(rand.NewSource(int64(size))).Read(from)
	return &body{from: from, left: size}
}

// Read gives the next ones.
func (b *body) Read(to []byte) (int, error) {
	if b.left == 0 {
		return 0, io.EOF
	}
	if len(to) > b.left {
		to = to[:b.left]
	}
	n := copy(to, b.from[b.at:])
	b.at, b.left = (b.at+n)%len(b.from), b.left-n
	return n, nil
}

func (b *body) again(size int) *body { return &body{from: b.from, left: size} }

func (b bench) read() string { return fmt.Sprintf("%s/read-%d", b.path, b.size) }

func (b bench) written(s server, worker int) string {
	return fmt.Sprintf("%s/written-by-%s-%d", b.path, s.name, worker)
}

// prepare stores the file that is read, by Bora: both serve it.
func (b bench) prepare(ctx context.Context) error {
	return b.servers[0].Put(ctx, b.read(), newBody(b.size), int64(b.size))
}

func (b bench) tidy(ctx context.Context) {
	for worker := 0; worker < most; worker++ {
		for _, s := range b.servers {
			_ = b.servers[0].Delete(ctx, b.written(s, worker)) // not all of them were written
		}
	}
	_ = b.servers[0].Delete(ctx, b.read())
}

func (b bench) play(ctx context.Context, method string, connections int) (row, error) {
	servers := b.servers
	if method != "PUT" {
		servers = servers[:2]
	}
	sides := make([]side, len(servers))
	cpus := make([]time.Duration, len(servers))
	for round := -1; round < b.rounds; round++ { // the first is a warm-up, and does not count
		for i, s := range servers {
			one, cpu, err := b.once(ctx, s, method, connections)
			if err != nil {
				return row{}, fmt.Errorf("%s: %w", s.name, err)
			}
			if round >= 0 {
				sides[i].Requests += one.Requests
				sides[i].Seconds += one.Seconds
				cpus[i] += cpu
			}
		}
	}
	for i := range sides {
		sides[i].MegabytesPerSecond = float64(sides[i].Requests) * float64(b.size) / 1e6 / sides[i].Seconds
		sides[i].CPU = cpus[i].Seconds() * 1e3 / float64(sides[i].Requests)
	}
	r := row{Method: method, Bytes: b.size, Connections: connections, Bora: sides[0], Nginx: sides[1]}
	r.Throughput = r.Bora.MegabytesPerSecond / r.Nginx.MegabytesPerSecond
	if r.Nginx.CPU > 0 {
		r.CPU = r.Bora.CPU / r.Nginx.CPU
	}
	if len(sides) > 2 {
		r.Synced = &sides[2]
		r.SyncedRatio = r.Bora.MegabytesPerSecond / r.Synced.MegabytesPerSecond
	}
	return r, nil
}

// once is one slice of one server.
func (b bench) once(ctx context.Context, s server, method string, connections int) (side, time.Duration, error) {
	before, err := machine.UsageOf(s.pid, nil)
	if err != nil {
		return side{}, 0, err
	}
	var mutex sync.Mutex
	var working sync.WaitGroup
	var failure error
	done, begun := 0, time.Now()
	for worker := 0; worker < connections; worker++ {
		worker := worker
		working.Add(1)
		go func() {
			defer working.Done()
			content := newBody(b.size)
			for first := true; first || time.Since(begun) < b.slice; first = false {
				err := b.ask(ctx, s, method, worker, content)
				mutex.Lock()
				done++
				if err != nil {
					failure = err
				}
				mutex.Unlock()
				if err != nil {
					return
				}
			}
		}()
	}
	working.Wait()
	took := time.Since(begun)
	after, err := machine.UsageOf(s.pid, nil)
	if failure != nil {
		err = failure
	}
	return side{Requests: done, Seconds: took.Seconds()}, after.CPU - before.CPU, err
}

func (b bench) ask(ctx context.Context, s server, method string, worker int, content *body) error {
	if method == "PUT" {
		return s.Put(ctx, b.written(s, worker), content.again(b.size), int64(b.size))
	}
	count, err := s.Get(ctx, b.read(), "", io.Discard)
	if err == nil && count != int64(b.size) {
		err = fmt.Errorf("%d bytes came", count)
	}
	return err
}
