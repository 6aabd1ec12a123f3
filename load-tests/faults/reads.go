package main

import (
	"context"
	"net/url"
	"os"
	"time"

	"bora/loadtests/client"
)

const (
	// a recall may meet a backend that dies with the drive: its lease, and then once more
	recallPatience = 4 * time.Minute
	triesForStub   = 30
	readPin        = 60 // seconds
)

func (w *worker) list(ctx context.Context, name string) {
	answer := w.do(ctx, "srmLs", func(c *client.Connection) (client.Answer, error) { return c.Ls(w.surl(name), 0) })
	if !answer.lost && answer.Final() != "SRM_SUCCESS" {
		w.breach("srmLs of %s, which is stored: %s %s", name, answer.Final(), answer.Why)
	}
}

// granted waits until a pin has been granted, also while the file comes from tape, and enters it as a promise.
func (w *worker) granted(ctx context.Context, name, what, good string, seconds int, answer end, status func(*client.Connection, string) (client.Answer, error)) (end, bool) {
	token, begun := answer.Token, answer.sent
	if !answer.lost && isPending(answer) {
		w.count("recall from tape")
	}
	for wait := firstPause; !answer.lost && isPending(answer); wait = min(2*wait, mostPause) {
		if time.Since(begun) > recallPatience {
			w.breach("%s of %s is %s after %s: %s", what, name, answer.Final(), recallPatience, answer.Why)
			return answer, false
		}
		time.Sleep(wait)
		answer = w.do(ctx, "status of "+what, func(c *client.Connection) (client.Answer, error) { return status(c, token) })
	}
	answer.Token = token
	if answer.lost {
		return answer, false
	}
	if answer.Final() == "SRM_FILE_LIFETIME_EXPIRED" && time.Since(begun) > time.Duration(seconds)*time.Second {
		return answer, false // it was granted, and over before we asked
	}
	if answer.Final() != good {
		w.breach("%s of %s, which is stored: %s %s", what, name, answer.Final(), answer.Why)
		return answer, false
	}
	if answer.Pin > 0 {
		w.pins.promise(name, token, answer.sent, answer.Pin, what)
	}
	return answer, true
}

func isPending(e end) bool {
	return e.Pending() || e.FileCode == "SRM_REQUEST_QUEUED" || e.FileCode == "SRM_REQUEST_INPROGRESS"
}

// get pins a file, reads what it holds, and releases it.
func (w *worker) get(ctx context.Context, name string) {
	answer := w.do(ctx, "srmPrepareToGet", func(c *client.Connection) (client.Answer, error) { return c.AskGetFor(w.surl(name), readPin) })
	answer, ok := w.granted(ctx, name, "srmPrepareToGet", "SRM_FILE_PINNED", readPin, answer, (*client.Connection).AskPinOfGet)
	if !ok {
		return
	}
	turl, err := url.Parse(answer.Turl)
	if err != nil || answer.Turl == "" {
		w.breach("the TURL of %s: '%s' %v", name, answer.Turl, err)
		return
	}
	w.read(name, turl.Path)
	w.release(ctx, name, answer.Token)
}

// read looks whether a file that is pinned holds what was acknowledged, byte by byte.
func (w *worker) read(name, path string) {
	e, _ := w.journal.of(name)
	seen := look(path)
	if seen.stub {
		w.breach("unpinned: %s was told to be on disk, and is %v", name, seen)
		return
	}
	if trouble := judge(e, seen); trouble != "" {
		w.breach("as it is read: %s", trouble)
	}
}

func (w *worker) release(ctx context.Context, name, token string) {
	w.pins.end(token)
	answer := w.do(ctx, "srmReleaseFiles", func(c *client.Connection) (client.Answer, error) { return c.Release(token, w.surl(name)) })
	if !answer.lost && !answer.again && answer.Code != "SRM_SUCCESS" {
		w.breach("srmReleaseFiles of %s: %s %s", name, answer.Final(), answer.Why)
	}
}

// stage brings a file to disk, most often one that is on tape only, reads it, and then releases its pin, extends it at once, or
// extends it in the moment in which it ends.
func (w *worker) stage(ctx context.Context) {
	name := w.stub()
	way, seconds := w.random.Intn(4), 10+w.random.Intn(20)
	if way == 0 {
		seconds = 2 + w.random.Intn(4)
	}
	answer := w.do(ctx, "srmBringOnline", func(c *client.Connection) (client.Answer, error) { return c.BringOnline(w.surl(name), seconds) })
	answer, ok := w.granted(ctx, name, "srmBringOnline", "SRM_SUCCESS", seconds, answer, (*client.Connection).BringOnlineStatus)
	if !ok {
		return
	}
	w.read(name, w.path(name))
	until := answer.sent.Add(time.Duration(answer.Pin) * time.Second)
	switch way {
	case 0:
		edge := time.Duration(w.random.Int63n(int64(time.Second))) - time.Second/2
		w.later = append(w.later, appointment{until.Add(edge), func() { w.extend(ctx, name, answer.Token, until) }})
	case 1:
		w.extend(ctx, name, answer.Token, until)
	case 2:
		w.release(ctx, name, answer.Token)
	}
	// or it is left to its end
}

// extend asks for a longer pin. Once it is over it may be refused; what is granted is a promise like any other.
func (w *worker) extend(ctx context.Context, name, token string, until time.Time) {
	e, _ := w.journal.of(name)
	if e.fate() != stored {
		return // renamed or removed meanwhile
	}
	answer := w.do(ctx, "srmExtendFileLifeTime", func(c *client.Connection) (client.Answer, error) {
		return c.ExtendPin(token, w.surl(name), 10+w.random.Intn(15))
	}, "SRM_FAILURE")
	switch {
	case answer.lost:
	case answer.Final() == "SRM_FAILURE" && w.comesAgain("SRM_FAILURE", nil):
		// the disk may be broken just now
	case answer.Final() == "SRM_SUCCESS":
		if now, _ := w.journal.of(name); now.version == e.version && answer.Pin > 0 {
			w.pins.promise(name, token, answer.sent, answer.Pin, "srmExtendFileLifeTime")
		}
	case time.Now().Before(until.Add(-pinMargin)):
		w.breach("srmExtendFileLifeTime of the living pin of %s: %s %s", name, answer.Final(), answer.Why)
	}
}

// stub is one of our names that is on tape only, where one is found; else any.
func (w *worker) stub() string {
	name := w.any()
	for i := 0; i < triesForStub; i++ {
		if state, err := os.Lstat(w.path(name)); err == nil && isStub(w.path(name), state) {
			return name
		}
		name = w.any()
	}
	return name
}
