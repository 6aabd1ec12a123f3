package main

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/s3"
)

// mostTold of a kind of breach: the first tell most, and no kind hides another.
const mostTold = 8

// run is one experiment.
type run struct {
	options
	server    *client.Server
	journal   *journal
	directory string // that the clients work in, below the area
	began     time.Time
	ended     time.Duration
	calls     int64
	pins      *pins
	lives     *lives
	side      *httpSide // nil: all clients use SRM
	s3        *s3.Client

	mutex     sync.Mutex
	breaches  []string
	breached  int
	kinds     map[string]int // how many of each kind
	repeated  map[string]int // attempts that were answered "come again" or not at all, by how
	slowest   slow           // of single calls
	slowestDo slow           // of commands with their repeated attempts
	commands  map[string]int // with all their attempts, by what they are
	injected  map[string]int
	failing   []string // faults whose command failed
}

// slow is the one that took longest.
type slow struct {
	took time.Duration
	what string
	at   time.Duration
}

func newRun(o options) (*run, error) {
	user, err := client.LoadCredential(o.proxy)
	if err != nil {
		return nil, err
	}
	trust, err := client.LoadTrust(o.certificates)
	if err != nil {
		return nil, err
	}
	server, err := client.NewServer(o.endpoint, user, trust, o.patience)
	if err != nil {
		return nil, err
	}
	if o.doors != "" {
		server = server.Through(strings.Split(o.doors, ","))
	}
	objects, err := newS3(o)
	if err != nil {
		return nil, err
	}
	side, err := newHTTPSide(o, user)
	if err != nil {
		return nil, err
	}
	j, err := newJournal(o.journal)
	if err != nil {
		return nil, err
	}
	r := &run{options: o, server: server, side: side, s3: objects, journal: j, directory: "faults-" + strconv.FormatInt(o.seed, 10),
		repeated: map[string]int{}, kinds: map[string]int{}, commands: map[string]int{}, injected: map[string]int{}, lives: newLives(o.processes)}
	r.pins = newPins(func(name string) string { return offDisk(r.path(name)) }, r.breach)
	return r, nil
}

// play lets the clients work and the faults happen, until it is time or nobody wants more of it.
func (r *run) play(ctx, wanted context.Context) error {
	r.began = time.Now()
	first := newWorker(r, -1)
	first.poor = false
	for _, area := range r.areas {
		if !first.makeDirectory(ctx, area+"/"+r.directory) {
			return fmt.Errorf("the directory %s/%s cannot be made: %v", area, r.directory, r.breaches)
		}
	}
	over, stop := context.WithTimeout(wanted, r.duration)
	defer stop()
	go r.pins.watch(over)
	go r.peek(over)
	var working sync.WaitGroup
	for i := 0; i < r.clients; i++ {
		i, w := i, newWorker(r, i)
		working.Add(1)
		go func() {
			defer working.Done()
			defer w.leave()
			if r.side != nil && i%2 == 0 {
				w.workHTTP(ctx, over)
			} else {
				w.work(ctx, over)
			}
		}()
	}
	idle := make(chan struct{})
	go func() { working.Wait(); close(idle) }()
	if r.inject(ctx, over, idle) {
		time.Sleep(r.calm)
		stop()
	}
	<-idle
	r.ended = time.Since(r.began)
	return nil
}

// inject breaks things until it is time for the calm before the end. What has begun is mended, also after that time: a process that
// stays frozen is another fault.
// It says whether there were as many as are wanted.
func (r *run) inject(ctx, over context.Context, idle <-chan struct{}) bool {
	if len(r.faults) == 0 {
		return false
	}
	random := rand.New(rand.NewSource(r.seed))
	wait := r.calm
	end, _ := over.Deadline()
	for count := 0; r.mostFaults == 0 || count < r.mostFaults; count++ {
		if time.Now().Add(wait + r.calm).After(end) {
			return false
		}
		select {
		case <-idle:
			return false
		case <-over.Done():
			return false
		case <-time.After(wait):
		}
		fault := r.faults[random.Intn(len(r.faults))]
		begun := time.Now()
		fmt.Fprintf(os.Stderr, "faults: %6.1f s %s\n", time.Since(r.began).Seconds(), fault.name)
		output, err := shell(ctx, fault.text)
		r.mutex.Lock()
		r.injected[fault.name]++
		if err != nil && ctx.Err() == nil {
			r.failing = append(r.failing, fmt.Sprintf("%s: %v\n%s", fault.name, err, output))
		}
		r.mutex.Unlock()
		wait = time.Duration((0.5+random.Float64())*float64(r.every)) - time.Since(begun)
	}
	return true
}

func (r *run) breach(format string, values ...any) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.breached++
	if r.kinds[format]++; r.kinds[format] <= mostTold {
		r.breaches = append(r.breaches, fmt.Sprintf("%.1f s: ", time.Since(r.began).Seconds())+fmt.Sprintf(format, values...))
	}
}

func (r *run) broken() bool {
	return r.breached > 0 || len(r.failing) > 0 || (r.worst > 0 && r.slowest.took > r.worst)
}

func (r *run) attempt(how, what string, took time.Duration) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if how != "" {
		r.repeated[how]++
	}
	if took > r.slowest.took {
		r.slowest = slow{took, what, time.Since(r.began)}
	}
}

func (r *run) done(what string, took time.Duration) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.commands[what]++
	if took > r.slowestDo.took {
		r.slowestDo = slow{took, what, time.Since(r.began)}
	}
}

// count counts what is no command of its own.
func (r *run) count(what string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.commands[what]++
}

func (r *run) enough() bool {
	return r.options.calls > 0 && atomic.LoadInt64(&r.calls) >= int64(r.options.calls)
}

// surl of a name: the areas are named as their paths.
func (r *run) surl(name string) string { return "srm://" + r.endpoint + "/" + name }

func (r *run) path(name string) string { return filepath.Join(r.root, name) }

func areaOf(name string) string {
	area, _, _ := strings.Cut(name, "/")
	return area
}

func (r *run) mayLeaveDisk(name string) bool { return in(r.buffers, areaOf(name)) }

func in(some list, one string) bool {
	for _, each := range some {
		if each == one {
			return true
		}
	}
	return false
}
