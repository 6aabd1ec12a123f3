package load

import (
	"context"
	"fmt"
	"math/rand"
	"sync"
	"sync/atomic"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/result"
	"bora/loadtests/scenario"
)

// lanes is how many clients at a time prepare and tidy up; neither is measured.
const lanes = 16

// hostsEach is room for the hosts of a group before those of the next.
const hostsEach = 250

// Site is the service as its users see it.
type Site struct {
	Servers   map[string]*client.Server // by name of the user's proxy
	Doors     []string                  // where those connect in turn; none: to their own address
	Directory string                    // SURL of a directory that is there
	// of transfers only:
	Door         string            // the same directory as the GridFTP server knows it
	Transfer     string            // the globus-url-copy command
	Payloads     map[int]string    // files to send, by size
	Proxies      map[string]string // by user
	Certificates string            // directory of authorities
}

// Figures are what the clients of one point came to.
type Figures struct {
	Groups   []result.Group
	Commands int64
	Seconds  float64
	LagP99   float64 // how late this process's timers ring: it is then busy itself
	Untidied int     // clients whose last steps failed
}

// Load is the clients of one value of the axis, prepared and not yet started.
type Load struct {
	scenario *scenario.Scenario
	groups   []scenario.Group
	workers  [][]*worker
}

type worker struct {
	group     scenario.Group
	label     string
	site      Site
	server    *client.Server
	directory string
	name      string
	surl      string
	fresh     bool       // a connection for each command
	mutex     sync.Mutex // of kept, for interrupt
	kept      *client.Connection
	token     string
	turl      string
	random    *rand.Rand
	tally     *tally
}

// Prepare makes the clients and lets them do what comes before.
func Prepare(ctx context.Context, s *scenario.Scenario, value int, connection scenario.Connection, site Site) (*Load, error) {
	l := &Load{scenario: s, groups: s.Groups}
	for _, group := range s.Groups {
		var members []*worker
		for i := 0; i < s.ClientsAt(group, value); i++ {
			user := group.Users[i%len(group.Users)]
			server := site.Servers[user]
			if server == nil {
				return nil, fmt.Errorf("there is no proxy of %s", user)
			}
			if group.Hosts > 0 {
				// the greedy and the modest of one scenario are different hosts
				server = server.From(group.Number*hostsEach + i%group.Hosts)
			}
			name := fmt.Sprintf("%s-%04d", group.Name, i+1)
			members = append(members, &worker{
				group: group, label: user, site: site, server: server, directory: site.Directory, name: name,
				surl: site.Directory + "/" + name, fresh: connection == scenario.New,
				random: rand.New(rand.NewSource(int64(group.Number*100000 + i))), tally: newTally(),
			})
		}
		l.workers = append(l.workers, members)
	}
	if failures := l.each(ctx, func(g scenario.Group) []scenario.Step { return g.Before }); len(failures) > 0 {
		return nil, fmt.Errorf("before the load: %w", failures[0])
	}
	return l, nil
}

// Run lets all clients go, and returns when all are through; the scenario's limit bounds it.
func (l *Load) Run(ctx context.Context) Figures {
	ctx, cancel := context.WithTimeout(ctx, l.scenario.Limit)
	defer cancel()
	lag := watchLag(ctx)
	var calls int64
	var all sync.WaitGroup
	begin := time.Now()
	n, count := 0, l.clients()
	for _, members := range l.workers {
		for _, w := range members {
			all.Add(1)
			go func(w *worker, late time.Duration) {
				defer all.Done()
				defer w.leave()
				if pause(ctx, late) {
					w.repeat(ctx, l.scenario, begin, &calls)
				}
			}(w, l.scenario.Ramp*time.Duration(n)/time.Duration(count))
			n++
		}
	}
	ended := make(chan struct{})
	go l.interruptAfter(ctx, ended)
	all.Wait()
	close(ended)
	figures := Figures{Seconds: time.Since(begin).Seconds()}
	cancel()
	figures.LagP99 = <-lag
	for i, members := range l.workers {
		group, commands := groupOf(l.groups[i], members)
		figures.Groups = append(figures.Groups, group)
		figures.Commands += commands
	}
	return figures
}

// interruptAfter ends what still waits when the run is over, again and again: a command may just
// have set a deadline of its own.
func (l *Load) interruptAfter(ctx context.Context, ended <-chan struct{}) {
	const again = 50 * time.Millisecond
	<-ctx.Done()
	for {
		for _, members := range l.workers {
			for _, w := range members {
				w.interrupt()
			}
		}
		select {
		case <-ended:
			return
		case <-time.After(again):
		}
	}
}

// Tidy lets the clients do what comes after; it returns how many could not.
func (l *Load) Tidy(ctx context.Context) int {
	return len(l.each(ctx, func(g scenario.Group) []scenario.Step { return g.After }))
}

func (l *Load) clients() int {
	n := 0
	for _, members := range l.workers {
		n += len(members)
	}
	return n
}

// repeat begins sequences until the scenario has had enough of them.
func (w *worker) repeat(ctx context.Context, s *scenario.Scenario, begin time.Time, calls *int64) {
	for round := 0; ctx.Err() == nil; round++ {
		enough := s.Calls > 0 && atomic.LoadInt64(calls) >= s.Calls
		if enough || (time.Since(begin) >= s.Duration && round >= s.Rounds) {
			return
		}
		if w.group.FreshName {
			w.surl = fmt.Sprintf("%s/%s-%d", w.directory, w.name, round)
		}
		before := w.tally.commands
		how := w.sequence(ctx)
		atomic.AddInt64(calls, w.tally.commands-before)
		wait := w.group.Think
		if wait > 0 { // not all in step
			wait = wait/2 + time.Duration(w.random.Int63n(int64(wait)))
		}
		if how != done {
			wait += w.group.Pause
		}
		if !pause(ctx, wait) {
			return
		}
	}
}

// sequence is over with the first step that is not done.
func (w *worker) sequence(ctx context.Context) outcome {
	begin := time.Now()
	how := done
	for _, s := range w.group.Sequence {
		if how = w.do(ctx, s); how != done {
			break
		}
	}
	w.tally.sequences.add(how, time.Since(begin))
	return how
}
