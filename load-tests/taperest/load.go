package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"net/http"
	"strings"
	"sync"
	"time"
)

// made is a stage request that was accepted.
type made struct {
	by     *api
	id     string
	number int // of its organisation's
}

// board is what the clients of one run share.
type board struct {
	lock  sync.Mutex
	made  []made
	perVO []int // requests accepted, by organisation
	warm  time.Time
	calls map[string]*times // of calls that were due when the server was warm
	cold  map[string]*times // of those before
}

// took notes how long a call took since it was due.
func (o *board) took(call string, due time.Time) {
	of := o.calls
	if due.Before(o.warm) {
		of = o.cold
	}
	of[call].add(time.Since(due))
}

func (o *board) add(m made) {
	o.lock.Lock()
	defer o.lock.Unlock()
	o.made = append(o.made, m)
	o.perVO[m.by.organisation-1]++
}

func (o *board) any() (made, bool) {
	o.lock.Lock()
	defer o.lock.Unlock()
	if len(o.made) == 0 {
		return made{}, false
	}
	return o.made[rand.Intn(len(o.made))], true
}

// load plays the scenario and judges it.
func (b *bench) load(ctx context.Context) error {
	b.result = newResult(b.options)
	unit, err := b.oneRecall(ctx)
	if err != nil {
		return err
	}
	sample, err := b.api[0].stage(ctx, "sample", []string{path(1, 1)}) // which is on disk
	if err != nil {
		return err
	}
	if err := b.measureReferences(ctx, sample); err != nil {
		return err
	}
	if err := b.stand(ctx, sample); err != nil {
		return err
	}
	if err := b.api[0].end(ctx, http.MethodDelete, "/stage/"+sample); err != nil {
		return err
	}
	if err := b.settle(ctx); err != nil {
		return err
	}
	if err := b.result.look(ctx, b.pid, "before"); err != nil {
		return err
	}
	before, err := b.readBytes()
	if err != nil {
		return err
	}
	onDisk, err := b.onDisk()
	if err != nil {
		return err
	}
	all, err := b.play(ctx)
	if err != nil { // what was measured until then is worth telling
		return errors.Join(err, b.result.judge(b.json))
	}
	if err := b.result.look(ctx, b.pid, "all there"); err != nil {
		return err
	}
	if err := b.settle(ctx); err != nil {
		return err
	}
	time.Sleep(time.Second) // as in oneRecall
	after, err := b.readBytes()
	if err != nil {
		return err
	}
	b.result.Recalls, b.result.Wanted = float64(after-before)/float64(unit), int64(b.files)-onDisk
	if err := b.endAll(ctx, all); err != nil {
		return err
	}
	if err := b.result.look(ctx, b.pid, "all ended"); err != nil {
		return err
	}
	return errors.Join(b.result.judge(b.json), b.still())
}

// oneRecall is how many bytes are read along the tape to bring one file back.
func (b *bench) oneRecall(ctx context.Context) (int64, error) {
	before, err := b.readBytes()
	if err != nil {
		return 0, err
	}
	c, err := b.srm.Dial()
	if err != nil {
		return 0, err
	}
	defer c.Close()
	if _, err := c.BringOnline("srm://"+b.endpoint+path(1, 1), 3600); err != nil {
		return 0, err
	}
	if err := b.await(ctx, "files that one asked for have not come", "SELECT 1 - COUNT(*) FROM stored_file WHERE area = 'bench' AND path = 'vo1/f000001' AND on_disk = TRUE"); err != nil {
		return 0, err
	}
	time.Sleep(time.Second) // the drive says what it has done when its batch is over
	after, err := b.readBytes()
	if err == nil && after <= before {
		err = fmt.Errorf("nothing was read of the tapes in %s for a file that came", b.tapes)
	}
	return after - before, err
}

// settle waits until nothing is being recalled but what stands for ever.
func (b *bench) settle(ctx context.Context) error {
	return b.await(ctx, "recalls go on", "SELECT COUNT(*) FROM tape_recall WHERE library_name <> '"+library+"' AND state = 'RUNNING'")
}

// paths are the files of request n of an organisation: each file is in as many requests as any other.
func (b *bench) paths(organisation, n int) []string {
	paths := make([]string, b.targets)
	for i := range paths {
		paths[i] = path(organisation, (n*b.targets+i)%b.each()+1)
	}
	return paths
}

// play has all clients do what they do, until all files of all requests are there.
func (b *bench) play(ctx context.Context) (*board, error) {
	all := &board{perVO: make([]int, b.organisations), warm: time.Now().Add(b.warmUp), calls: map[string]*times{}, cold: map[string]*times{}}
	for _, call := range []string{postCall, pollCall, archiveCall, srmCall} {
		all.calls[call], all.cold[call] = &times{}, &times{}
	}
	ctx, first := failFast(ctx)
	defer first.stop()
	var clients sync.WaitGroup
	start := func(work func(context.Context) error) {
		clients.Add(1)
		go func() {
			defer clients.Done()
			if err := work(ctx); err != nil && ctx.Err() == nil {
				first.failed(err)
			}
		}()
	}
	done, posted := make(chan struct{}), make(chan struct{})
	start(func(ctx context.Context) error { defer close(posted); return b.post(ctx, all) })
	start(func(ctx context.Context) error { return b.poll(ctx, all, done) })
	start(func(ctx context.Context) error { return b.ask(ctx, all, done) })
	start(func(ctx context.Context) error { return b.bringOnline(ctx, all, posted) })
	start(func(ctx context.Context) error { return b.watch(ctx, all, posted, done) })
	clients.Wait()
	for name, t := range all.calls {
		b.result.Calls[name], b.result.Cold[name] = t.figures(), all.cold[name].figures()
	}
	for _, one := range b.api {
		b.result.Lost += one.lost
	}
	return all, first.error(ctx)
}

// post makes all requests, the organisations by turns at their own pace, measured from when each was due.
func (b *bench) post(ctx context.Context, all *board) error {
	pace := newPace(b.posts)
	return pace.run(ctx, b.requests, func(n int, due time.Time) error {
		one := b.api[n%b.organisations]
		id, err := one.stage(ctx, fmt.Sprint("request ", n), b.paths(one.organisation, n/b.organisations))
		if err != nil {
			return err
		}
		all.took(postCall, due)
		all.add(made{one, id, n / b.organisations})
		return nil
	})
}

func (b *bench) poll(ctx context.Context, all *board, done <-chan struct{}) error {
	pace := newPace(b.polls)
	return pace.until(ctx, done, func(_ int, due time.Time) error {
		request, some := all.any()
		if !some {
			return nil
		}
		if _, _, err := request.by.status(ctx, request.id); err != nil {
			return err
		}
		all.took(pollCall, due)
		return nil
	})
}

// ask is one client at a time that asks where 10,000 files are.
func (b *bench) ask(ctx context.Context, all *board, done <-chan struct{}) error {
	pace := newPace(0.2)
	return pace.until(ctx, done, func(n int, due time.Time) error {
		one := b.api[n%b.organisations]
		paths := make([]string, b.asked)
		for i := range paths {
			paths[i] = path(i%b.organisations+1, (n+i/b.organisations)%b.each()+1)
			if i >= b.files { // a file may be asked for once: the same by another spelling
				paths[i] = strings.Repeat("/", i/b.files) + paths[i]
			}
		}
		if err := one.archiveInfo(ctx, paths); err != nil {
			return err
		}
		all.took(archiveCall, due)
		return nil
	})
}

// bringOnline is SRM for the same files.
func (b *bench) bringOnline(ctx context.Context, all *board, posted <-chan struct{}) error {
	c, err := b.srm.Dial()
	if err != nil {
		return err
	}
	defer c.Close()
	pace := newPace(b.options.srm)
	pace.most = 1 // a connection is for one goroutine
	return pace.until(ctx, posted, func(int, time.Time) error {
		begin := time.Now()
		answer, err := c.BringOnline("srm://"+b.endpoint+path(rand.Intn(b.organisations)+1, rand.Intn(b.each())+1), 3600)
		if err != nil {
			return err
		}
		if answer.Code != "SRM_SUCCESS" && !answer.Pending() {
			return fmt.Errorf("srmBringOnline: %s %s", answer.Code, answer.Why)
		}
		all.took(srmCall, begin)
		return nil
	})
}

// lookEvery is seldom enough that counting the files costs the database nothing that the calls would notice.
const lookEvery = 2 * time.Second

// watch looks at memory and at who has how many files, until all that was asked for is there.
func (b *bench) watch(ctx context.Context, all *board, posted <-chan struct{}, done chan<- struct{}) error {
	defer close(done)
	begin := time.Now()
	for tick := 0; ; tick++ {
		there, err := b.perOrganisation()
		if err != nil {
			return err
		}
		all.lock.Lock()
		accepted := append([]int(nil), all.perVO...)
		all.lock.Unlock()
		if err := b.result.sample(b.pid, time.Since(begin), there, accepted, b.each()); err != nil {
			return err
		}
		select {
		case <-posted:
			if sum(there) == int64(b.files) {
				return nil
			}
		default:
		}
		if time.Since(begin) > b.patience {
			return fmt.Errorf("after %s %d of %d files are there", b.patience, sum(there), b.files)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lookEvery):
		}
	}
}

// endAll has every request be COMPLETED, and then end: released, cancelled, deleted.
func (b *bench) endAll(ctx context.Context, all *board) error {
	ends := &times{}
	for n, request := range all.made {
		if n%10 == 0 { // a tenth of them is looked at, the others end unseen
			files, completed, err := request.by.status(ctx, request.id)
			if err != nil {
				return err
			}
			if files != b.targets || completed != files {
				return fmt.Errorf("%s has %d files, %d COMPLETED", request.id, files, completed)
			}
		}
		begin, one := time.Now(), b.paths(request.by.organisation, request.number)[0]
		var err error
		switch n % 3 {
		case 0:
			err = request.by.end(ctx, http.MethodPost, "/release/"+request.id, one)
		case 1:
			err = request.by.end(ctx, http.MethodPost, "/stage/"+request.id+"/cancel", one)
		default:
			err = request.by.end(ctx, http.MethodDelete, "/stage/"+request.id)
		}
		if err != nil {
			return err
		}
		ends.add(time.Since(begin))
	}
	b.result.Calls[endCall] = ends.figures()
	return nil
}
