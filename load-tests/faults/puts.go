package main

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"bora/loadtests/client"
)

const briefPut = 3 // seconds that a put has which is left alone

// prepared is a put that has its TURL.
type prepared struct {
	name, token, path string
	size              int
	again             bool
}

// prepare asks for a TURL; nothing where the name is taken by an attempt whose answer was lost.
func (w *worker) prepare(ctx context.Context, name string, o client.PutOver) (prepared, bool) {
	answer := w.do(ctx, "srmPrepareToPut", func(c *client.Connection) (client.Answer, error) {
		return c.AskPutOver(w.surl(name), o)
	})
	for wait := firstPause; answer.Pending() && !answer.lost; wait = min(2*wait, mostPause) {
		time.Sleep(wait)
		token, again := answer.Token, answer.again
		answer = w.do(ctx, "srmStatusOfPutRequest", func(c *client.Connection) (client.Answer, error) { return c.AskPutStatus(token) })
		answer.Token, answer.again = token, answer.again || again
	}
	w.journal.tallied(name, tally{prepared: 1, again: answer.again || answer.lost})
	switch {
	case answer.lost:
	case answer.Final() == "SRM_SPACE_AVAILABLE" && answer.Turl != "":
		turl, err := url.Parse(answer.Turl)
		if err == nil {
			return prepared{name, answer.Token, turl.Path, o.Size, answer.again}, true
		}
		w.breach("the TURL of %s: %v", name, err)
	case answer.again && (answer.Final() == "SRM_FILE_BUSY" || answer.Final() == "SRM_DUPLICATION_ERROR"):
		// it is ours, but we were not told the token: the name is busy until its deadline
	default:
		w.breach("srmPrepareToPut of %s, overwrite %t: %s %s", name, o.Overwrite, answer.Final(), answer.Why)
	}
	return prepared{}, false
}

// put stores a new name.
func (w *worker) put(ctx context.Context) { w.putAt(ctx, w.name()) }

func (w *worker) putAt(ctx context.Context, name string) bool {
	w.journal.gone(name, "a new name")
	return w.store(ctx, name, client.PutOver{Size: sizes(w.random, w.largest)})
}

// overwrite stores other bytes at a name that has some: it holds the old ones or the new ones, at every moment.
func (w *worker) overwrite(ctx context.Context) {
	name := w.take()
	w.pins.endAll(name)
	w.count("overwriting put")
	w.store(ctx, name, client.PutOver{Size: sizes(w.random, w.largest), Overwrite: true})
}

// store does a whole put; the name is one of ours afterwards where all is known.
func (w *worker) store(ctx context.Context, name string, o client.PutOver) bool {
	p, ok := w.prepare(ctx, name, o)
	if !ok {
		return false
	}
	now, ok := w.upload(p)
	if !ok {
		return false
	}
	before, _ := w.journal.of(name)
	w.journal.note(entry{Name: name, May: append([]content{now}, before.May...), Gone: before.Gone, Because: "srmPutDone"})
	answer := w.do(ctx, "srmPutDone", func(c *client.Connection) (client.Answer, error) {
		return c.AskPutDone(p.token, w.surl(name))
	})
	switch {
	case answer.lost:
		w.journal.tallied(name, tally{maybe: 1})
		return false
	case answer.Final() == "SRM_SUCCESS":
	case answer.unheard && answer.Final() == "SRM_DUPLICATION_ERROR":
		// a second srmPutDone of a client that did not hear the answer to its first
		w.count("srmPutDone after a lost answer: SRM_DUPLICATION_ERROR")
	case answer.Final() == "SRM_DUPLICATION_ERROR":
		w.journal.tallied(name, tally{maybe: 1})
		w.breach("contradiction: srmPutDone of %s is answered SRM_DUPLICATION_ERROR (%s; told to come again: %t); %v was written, there is %v",
			name, answer.Why, answer.again, now, look(w.path(name)))
		return false
	default:
		w.journal.tallied(name, tally{maybe: 1})
		w.breach("srmPutDone of %s (repeated: %t, unheard: %t): %s %s", name, answer.again, answer.unheard, answer.Final(), answer.Why)
		return false
	}
	w.journal.tallied(name, tally{done: 1})
	w.journal.is(name, now, "srmPutDone")
	w.mine = append(w.mine, name)
	return true
}

// upload writes, and again where the disk refused, as long as a client is patient.
func (w *worker) upload(p prepared) (content, bool) {
	begun := time.Now()
	for {
		now, err := write(p.path, os.O_WRONLY|os.O_TRUNC, p.size, w.random)
		if err == nil {
			return now, true
		}
		w.attempt("upload", "upload", 0)
		if w.comeAgain == "" || time.Since(begun) > w.patience {
			w.breach("the upload of %s: %v", p.name, err)
			return content{}, false
		}
		time.Sleep(firstPause)
	}
}

// hollow prepares an overwriting put to which no transfer comes, and ends it in one of the ways there are: the file stays as it is.
func (w *worker) hollow(ctx context.Context) {
	name := w.take()
	o := client.PutOver{Size: 1 + sizes(w.random, w.largest), Overwrite: true}
	if w.random.Intn(2) == 0 {
		o.Size = client.Unannounced
	}
	way := w.random.Intn(4)
	if way == 0 {
		o.Pin = briefPut
	}
	p, ok := w.prepare(ctx, name, o)
	if !ok {
		return
	}
	w.count("overwriting put without a transfer")
	because := "a put that transferred nothing and was "
	switch way {
	case 0:
		// the name is busy until its end, and not asked for again
		w.because(name, because+"left alone")
		return
	case 1:
		w.because(name, because+"aborted")
	default:
		w.because(name, because+"called done")
		if !w.refused(ctx, p) {
			return
		}
	}
	if w.abortPut(ctx, p) {
		w.mine = append(w.mine, name)
	}
}

// refused tells whether srmPutDone of a put without a transfer is.
func (w *worker) refused(ctx context.Context, p prepared) bool {
	answer := w.do(ctx, "srmPutDone of nothing", func(c *client.Connection) (client.Answer, error) {
		return c.AskPutDone(p.token, w.surl(p.name))
	}, "SRM_FAILURE")
	if answer.lost {
		w.journal.tallied(p.name, tally{maybe: 1})
		return false
	}
	if answer.Final() == "SRM_SUCCESS" || answer.Final() == "SRM_DUPLICATION_ERROR" {
		w.journal.tallied(p.name, tally{maybe: 1})
		w.breach("contradiction: srmPutDone of %s, to which no transfer came (announced: %d bytes), is answered %s; there is %v",
			p.name, p.size, answer.Final(), look(w.path(p.name)))
		return false
	}
	return true
}

// because notes what was done with a name that changes nothing.
func (w *worker) because(name, text string) {
	e, _ := w.journal.of(name)
	e.Because = text
	w.journal.note(e)
}

// abort gives up the put of a new name; half of the time a late transfer comes to the TURL nevertheless, as from a client that was slow.
func (w *worker) abort(ctx context.Context) {
	directory, own := filepath.Dir(w.name()), false
	if w.random.Intn(2) == 0 {
		directory, own = w.nameIn(directory)+"d", true
		if !w.makeDirectory(ctx, directory) {
			return
		}
	}
	name := w.nameIn(directory)
	w.journal.gone(name, "a new name")
	p, ok := w.prepare(ctx, name, client.PutOver{Size: sizes(w.random, small)})
	if !ok {
		return
	}
	if w.random.Intn(2) == 0 {
		if _, ok := w.upload(p); !ok {
			return
		}
	}
	w.journal.gone(name, "srmAbortRequest")
	if !w.abortPut(ctx, p) {
		return
	}
	if w.random.Intn(2) == 0 {
		w.count("late transfer after an abort")
		if _, err := write(p.path, os.O_WRONLY|os.O_CREATE, p.size, w.random); err != nil && w.comeAgain == "" {
			w.breach("a late transfer to %s: %v", p.path, err)
		}
	}
	if own && !p.again {
		w.removeDirectory(ctx, directory, "with nothing but the upload of an aborted put in it")
	}
}

func (w *worker) abortPut(ctx context.Context, p prepared) bool {
	answer := w.do(ctx, "srmAbortRequest", func(c *client.Connection) (client.Answer, error) { return c.Abort(p.token) })
	if answer.lost {
		return false
	}
	if answer.Code != "SRM_SUCCESS" && !answer.again {
		w.breach("srmAbortRequest of %s: %s %s", p.name, answer.Code, answer.Why)
		return false
	}
	return true
}
