package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/adler32"
	"math/rand"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/dav"
)

const (
	remoteFiles = 16
	// of so many uploads without a clear answer the client repeats one until it is done
	insistOnce = 6
	// the lease of an upload whose door has died, and the sweep after it
	insistFor   = 5 * time.Minute
	downPause   = 200 * time.Millisecond
	httpLargest = 8 << 20
)

// httpSide is what the clients of HTTP know: the door, and a server of another site with its files.
type httpSide struct {
	door, remote *dav.Client
	root         string // of the other site's files, on this machine
	files        []remoteFile
}

// remoteFile lies at the other site, and stays as it is.
type remoteFile struct {
	name string
	content
}

func newHTTPSide(o options, user *client.Credential) (*httpSide, error) {
	if o.http == "" {
		return nil, nil
	}
	trust, err := client.LoadTrust(o.certificates)
	if err != nil {
		return nil, err
	}
	side := &httpSide{door: dav.New(o.http, trust, user, "", o.clients)}
	if o.remote == "" {
		return side, nil
	}
	side.remote, side.root = dav.New(o.remote, trust, nil, "", o.clients), o.remoteRoot
	random := rand.New(rand.NewSource(o.seed))
	for i := 0; i < remoteFiles; i++ {
		name := fmt.Sprintf("source-%d", i)
		now, err := write(filepath.Join(side.root, name), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, sizes(random, httpLargest), random)
		if err == nil {
			err = os.Chmod(filepath.Join(side.root, name), 0o644)
		}
		if err != nil {
			return nil, err
		}
		side.files = append(side.files, remoteFile{name, now})
	}
	return side, nil
}

// workHTTP is work of a client that knows no SRM.
func (w *worker) workHTTP(ctx, over context.Context) {
	for over.Err() == nil && !w.enough() {
		atomic.AddInt64(&w.calls, 1)
		chance := w.random.Intn(100)
		if len(w.mine) < 3 {
			chance = 0
		}
		remote := w.side.remote != nil
		switch {
		case chance < 8 && w.s3 != nil:
			w.putParts(ctx, w.nameIn(w.areas[0]+"/"+w.directory), true)
		case chance == 30 && w.s3 != nil && len(w.areas) == 1:
			w.putParts(ctx, w.take(), false)
		case chance < 30:
			w.putHTTP(ctx, w.name(), true)
		case chance < 42:
			w.putHTTP(ctx, w.take(), false)
		case chance < 60 && remote:
			w.pull(ctx, w.name(), true)
		case chance < 66 && remote:
			w.pull(ctx, w.take(), false)
		case chance < 80 && remote:
			w.push(ctx, w.any())
		case chance < 92:
			w.getHTTP(ctx, w.any())
		default:
			w.removeHTTP(ctx, w.take())
		}
	}
}

// putHTTP stores a name, new or not.
func (w *worker) putHTTP(ctx context.Context, name string, fresh bool) {
	bytes_ := make([]byte, sizes(w.random, httpLargest))
	w.random.Read(bytes_)
	now := content{len(bytes_), adler32.Checksum(bytes_)}
	w.arrive(ctx, "PUT", name, now, fresh, func() error {
		return w.side.door.Put(ctx, "/"+name, bytes.NewReader(bytes_), int64(len(bytes_)))
	})
}

// pull has the door fetch a file of the other site.
func (w *worker) pull(ctx context.Context, name string, fresh bool) {
	file := w.side.files[w.random.Intn(len(w.side.files))]
	w.arrive(ctx, "COPY, pull", name, file.content, fresh, func() error {
		told, err := w.side.door.Pull(ctx, "/"+name, w.side.remote.URL("/"+file.name), "", 1+w.random.Intn(4))
		if err == nil && !told.Good() {
			err = verdict(told.Verdict)
		}
		return err
	})
}

// verdict is a copy that has failed, as the door says.
type verdict string

func (v verdict) Error() string { return string(v) }

// arrive has content come to a name. Where no clear answer comes it may be there or not; a client that insists hears in the end.
func (w *worker) arrive(ctx context.Context, what, name string, now content, fresh bool, ask func() error) {
	if fresh {
		w.journal.gone(name, "a new name")
	}
	before, _ := w.journal.of(name)
	w.journal.note(entry{Name: name, May: append([]content{now}, before.May...), Gone: before.Gone, Because: what})
	insists := w.random.Intn(insistOnce) == 0
	for begun := time.Now(); ; {
		err := w.tryHTTP(what, ask)
		switch {
		case err == nil:
			w.journal.tallied(name, tally{prepared: 1, done: 1, again: true})
			w.journal.is(name, now, what)
			w.mine = append(w.mine, name)
			return
		case isClear(err):
			// nothing of it is there, and nothing of it was there before
			w.journal.tallied(name, tally{prepared: 1, again: true})
		default:
			w.journal.tallied(name, tally{prepared: 1, maybe: 1, again: true})
		}
		if isSurprise(err) {
			w.breach("%s of %s: %v", what, name, err)
			return
		}
		if ctx.Err() != nil || !insists {
			return
		}
		if time.Since(begun) > insistFor {
			w.breach("%s of %s is not done after %s: %v", what, name, insistFor, err)
			return
		}
		time.Sleep(time.Second)
	}
}

// tryHTTP is one attempt, counted.
func (w *worker) tryHTTP(what string, ask func() error) error {
	begun := time.Now()
	err := ask()
	took := time.Since(begun)
	w.done(what, took)
	how := ""
	var refusal *dav.Refusal
	var failed verdict
	switch {
	case errors.As(err, &refusal):
		how = fmt.Sprintf("%s %d", what, refusal.Status)
	case errors.As(err, &failed):
		how = what + " failure"
	case err != nil:
		how = what + " without an answer"
		time.Sleep(downPause)
	}
	w.attempt(how, what, took)
	return err
}

// isClear: the door has said that the file is not stored. Of 503 it may be unknown.
func isClear(err error) bool {
	var refusal *dav.Refusal
	if errors.As(err, &refusal) {
		return refusal.Status != http.StatusServiceUnavailable
	}
	var failed verdict
	return errors.As(err, &failed) && !strings.Contains(string(failed), "503")
}

// isSurprise is what no kill accounts for.
func isSurprise(err error) bool {
	var refusal *dav.Refusal
	if !errors.As(err, &refusal) {
		return false
	}
	switch refusal.Status {
	case http.StatusLocked, http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusRequestTimeout:
		return false
	}
	return true
}

// push sends a file to the other site, and compares what is there then.
func (w *worker) push(ctx context.Context, name string) {
	e, _ := w.journal.of(name)
	to := fmt.Sprintf("pushed-%d-%d", w.number, w.made)
	w.made++
	path := filepath.Join(w.side.root, to)
	defer os.Remove(path)
	var told dav.Copied
	err := w.tryHTTP("COPY, push", func() error {
		var err error
		told, err = w.side.door.Push(ctx, "/"+name, w.side.remote.URL("/"+to), "", 1)
		if err == nil && !told.Good() {
			err = verdict(told.Verdict)
		}
		return err
	})
	if isSurprise(err) {
		w.breach("push of %s: %v", name, err)
	}
	if err != nil {
		return
	}
	if seen := look(path); seen.err != nil || !e.allows(seen.content) {
		w.breach("wrong bytes: the push of %s was acknowledged, and there is %v; it holds %v", name, seen, e.May)
	}
}

// getHTTP reads a file; what comes complete is what was acknowledged.
func (w *worker) getHTTP(ctx context.Context, name string) {
	e, _ := w.journal.of(name)
	sum := adler32.New()
	var count int64
	err := w.tryHTTP("GET", func() error {
		var err error
		count, err = w.side.door.Get(ctx, "/"+name, "", sum)
		return err
	})
	if isSurprise(err) {
		w.breach("GET of %s, which is stored: %v", name, err)
	}
	if err == nil && !e.allows(content{int(count), sum.Sum32()}) {
		w.breach("wrong bytes: a GET of %s gave %d bytes with ADLER32 %08x; it holds %v", name, count, sum.Sum32(), e.May)
	}
}

func (w *worker) removeHTTP(ctx context.Context, name string) {
	before, _ := w.journal.of(name)
	w.journal.note(entry{Name: name, May: before.May, Gone: true, Because: "DELETE"})
	err := w.tryHTTP("DELETE", func() error { return w.side.door.Delete(ctx, "/"+name) })
	if err == nil {
		w.journal.gone(name, "DELETE")
	} else if isSurprise(err) {
		w.breach("DELETE of %s, which is stored: %v", name, err)
	}
}
