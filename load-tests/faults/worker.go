package main

import (
	"bytes"
	"context"
	"fmt"
	"hash/adler32"
	"math/rand"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"bora/loadtests/client"
)

const (
	largest    = 64 << 10
	firstPause = 100 * time.Millisecond
	mostPause  = time.Second
)

// worker is one client: one thing after the other, half of it on a connection that is kept.
type worker struct {
	*run
	number int
	random *rand.Rand
	kept   *client.Connection
	made   int
	stored []entry
}

func newWorker(r *run, number int) *worker {
	return &worker{run: r, number: number, random: rand.New(rand.NewSource(r.seed*1000 + int64(number)))}
}

func (w *worker) work(ctx, over context.Context) {
	for over.Err() == nil && !w.enough() {
		chance := w.random.Intn(100)
		switch {
		case chance < 45 || len(w.stored) == 0:
			w.put(ctx)
		case chance < 60:
			w.list(ctx, w.any())
		case chance < 75:
			w.get(ctx, w.any())
		case chance < 85:
			w.remove(ctx)
		case chance < 92:
			w.abort(ctx)
		default:
			w.directories(ctx)
		}
	}
}

func (w *worker) any() entry { return w.stored[w.random.Intn(len(w.stored))] }

func (w *worker) name() string {
	w.made++
	return fmt.Sprintf("%s/c%d-%d", w.directory, w.number, w.made)
}

// end is how a command came to its end: the last answer, and whether an earlier attempt may have been done.
type end struct {
	client.Answer
	again bool
	lost  bool // no answer within the patience
}

// do sends a command, and again as the clients of the field do: when it was told to come again or the connection was lost.
func (w *worker) do(ctx context.Context, what string, ask func(*client.Connection) (client.Answer, error)) end {
	begun := time.Now()
	defer func() { w.done(what, time.Since(begun)) }()
	e := end{}
	for wait := firstPause; ; wait = min(2*wait, mostPause) {
		sent := time.Now()
		answer, err := w.once(ctx, ask)
		how := ""
		switch {
		case err != nil:
			how = what + " " + string(client.KindOf(err))
		case w.comesAgain(answer.Code):
			how = what + " " + answer.Code
		case w.comesAgain(answer.FileCode):
			how = what + " " + answer.FileCode
		}
		w.attempt(how, what, time.Since(sent))
		if how == "" {
			e.Answer = answer
			return e
		}
		e.again = e.again || err == nil || client.KindOf(err) != client.Connect
		if ctx.Err() != nil || time.Since(begun) > w.patience {
			e.lost = true
			w.breach("%s is not answered within %s: %s %s %v", what, w.patience, how, answer.Why, err)
			return e
		}
		time.Sleep(wait)
	}
}

func (w *worker) comesAgain(code string) bool {
	return code == "SRM_INTERNAL_ERROR" || (code != "" && strings.Contains(","+w.comeAgain+",", ","+code+","))
}

func min(a, b time.Duration) time.Duration {
	if a < b {
		return a
	}
	return b
}

func (w *worker) once(ctx context.Context, ask func(*client.Connection) (client.Answer, error)) (client.Answer, error) {
	atomic.AddInt64(&w.calls, 1)
	until := time.Now().Add(w.patience)
	if w.kept != nil && w.random.Intn(2) == 0 {
		w.leave()
	}
	if w.kept == nil {
		opened, err := w.server.DialUntil(ctx, until)
		if err != nil {
			return client.Answer{}, err
		}
		w.kept = opened
	}
	w.kept.Until(until)
	answer, err := ask(w.kept)
	if err != nil {
		w.leave()
	}
	return answer, err
}

func (w *worker) leave() {
	if w.kept != nil {
		w.kept.Close()
		w.kept = nil
	}
}

// prepared is a put that has its TURL.
type prepared struct {
	entry
	token, path string
}

// prepare asks for a TURL; nothing where the name is taken by an attempt whose answer was lost.
func (w *worker) prepare(ctx context.Context) (prepared, bool) {
	size := w.random.Intn(largest)
	e := entry{Name: w.name(), Size: size, Fate: unknown}
	w.journal.note(e)
	answer := w.do(ctx, "srmPrepareToPut", func(c *client.Connection) (client.Answer, error) {
		return c.AskPut(w.surl(e.Name), size)
	})
	for wait := firstPause; answer.Pending() && !answer.lost; wait = min(2*wait, mostPause) {
		time.Sleep(wait)
		token, again := answer.Token, answer.again
		answer = w.do(ctx, "srmStatusOfPutRequest", func(c *client.Connection) (client.Answer, error) { return c.AskPutStatus(token) })
		answer.Token, answer.again = token, answer.again || again
	}
	e.Again = answer.again
	switch {
	case answer.lost:
	case answer.Final() == "SRM_SPACE_AVAILABLE" && answer.Turl != "":
		turl, err := url.Parse(answer.Turl)
		if err == nil {
			w.journal.note(e)
			return prepared{e, answer.Token, turl.Path}, true
		}
		w.breach("the TURL of %s: %v", e.Name, err)
	case answer.again && (answer.Final() == "SRM_FILE_BUSY" || answer.Final() == "SRM_DUPLICATION_ERROR"):
		// it is ours, but we were not told the token: the name is busy until its deadline
	default:
		w.breach("srmPrepareToPut of the new name %s: %s %s", e.Name, answer.Final(), answer.Why)
	}
	w.journal.note(e)
	return prepared{}, false
}

func (w *worker) put(ctx context.Context) {
	p, ok := w.prepare(ctx)
	if !ok {
		return
	}
	content := make([]byte, p.Size)
	w.random.Read(content)
	p.Sum = adler32.Checksum(content)
	if !w.upload(p, content) {
		return
	}
	w.journal.note(p.entry)
	answer := w.do(ctx, "srmPutDone", func(c *client.Connection) (client.Answer, error) {
		return c.AskPutDone(p.token, w.surl(p.Name))
	})
	switch {
	case answer.lost:
	case answer.Final() == "SRM_SUCCESS", answer.again && answer.Final() == "SRM_DUPLICATION_ERROR":
		p.Fate = stored
		w.journal.note(p.entry)
		w.stored = append(w.stored, p.entry)
	default:
		w.breach("srmPutDone of %s (repeated: %t): %s %s", p.Name, answer.again, answer.Final(), answer.Why)
	}
}

// upload writes, and again where the disk refused, as long as a client is patient.
func (w *worker) upload(p prepared, content []byte) bool {
	begun := time.Now()
	for {
		err := fill(p.path, content)
		if err == nil {
			return true
		}
		w.attempt("upload", "upload", 0)
		if w.comeAgain == "" || time.Since(begun) > w.patience {
			w.breach("the upload of %s: %v", p.Name, err)
			return false
		}
		time.Sleep(firstPause)
	}
}

func fill(path string, content []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	if _, err := file.Write(content); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

func (w *worker) abort(ctx context.Context) {
	p, ok := w.prepare(ctx)
	if !ok {
		return
	}
	answer := w.do(ctx, "srmAbortRequest", func(c *client.Connection) (client.Answer, error) { return c.Abort(p.token) })
	switch {
	case answer.lost:
		return
	case answer.Code == "SRM_SUCCESS", answer.again:
		p.Fate = removed
		w.journal.note(p.entry)
	default:
		w.breach("srmAbortRequest of %s: %s %s", p.Name, answer.Code, answer.Why)
	}
}

func (w *worker) list(ctx context.Context, e entry) {
	answer := w.do(ctx, "srmLs", func(c *client.Connection) (client.Answer, error) { return c.Ls(w.surl(e.Name), 0) })
	if !answer.lost && answer.Final() != "SRM_SUCCESS" {
		w.breach("srmLs of %s, which is stored: %s %s", e.Name, answer.Final(), answer.Why)
	}
}

func (w *worker) get(ctx context.Context, e entry) {
	answer := w.do(ctx, "srmPrepareToGet", func(c *client.Connection) (client.Answer, error) { return c.AskGet(w.surl(e.Name)) })
	if answer.lost {
		return
	}
	turl, err := url.Parse(answer.Turl)
	if answer.Final() != "SRM_FILE_PINNED" || err != nil {
		w.breach("srmPrepareToGet of %s, which is stored: %s %s", e.Name, answer.Final(), answer.Why)
		return
	}
	if trouble := differs(turl.Path, e); trouble != "" {
		w.breach("%s as it is read: %s", e.Name, trouble)
	}
	token := answer.Token
	answer = w.do(ctx, "srmReleaseFiles", func(c *client.Connection) (client.Answer, error) { return c.Release(token, w.surl(e.Name)) })
	if !answer.lost && !answer.again && answer.Code != "SRM_SUCCESS" {
		w.breach("srmReleaseFiles of %s: %s %s", e.Name, answer.Final(), answer.Why)
	}
}

// differs says how a file is not what was written; empty where it is.
func differs(path string, e entry) string {
	content, err := os.ReadFile(path)
	switch {
	case err != nil:
		return err.Error()
	case len(content) != e.Size:
		return fmt.Sprintf("%d bytes instead of %d", len(content), e.Size)
	case adler32.Checksum(content) != e.Sum:
		return fmt.Sprintf("other bytes, %d of them 0", bytes.Count(content, []byte{0}))
	}
	return ""
}

func (w *worker) remove(ctx context.Context) {
	at := w.random.Intn(len(w.stored))
	e := w.stored[at]
	w.stored = append(w.stored[:at], w.stored[at+1:]...)
	e.Fate = unknown
	w.journal.note(e)
	answer := w.do(ctx, "srmRm", func(c *client.Connection) (client.Answer, error) { return c.Rm(w.surl(e.Name)) })
	switch {
	case answer.lost:
	case answer.Final() == "SRM_SUCCESS", answer.again && answer.Final() == "SRM_INVALID_PATH":
		e.Fate = removed
		w.journal.note(e)
	default:
		w.breach("srmRm of %s, which is stored: %s %s", e.Name, answer.Final(), answer.Why)
	}
}

func (w *worker) directories(ctx context.Context) {
	name := w.name() + "d" + strconv.Itoa(w.made)
	if !w.makeDirectory(ctx, name) {
		return
	}
	answer := w.do(ctx, "srmRmdir", func(c *client.Connection) (client.Answer, error) { return c.AskRmdir(w.surl(name)) })
	if !answer.lost && answer.Code != "SRM_SUCCESS" && !(answer.again && answer.Code == "SRM_INVALID_PATH") {
		w.breach("srmRmdir of %s: %s %s", name, answer.Code, answer.Why)
	}
}

func (w *worker) makeDirectory(ctx context.Context, name string) bool {
	answer := w.do(ctx, "srmMkdir", func(c *client.Connection) (client.Answer, error) { return c.AskMkdir(w.surl(name)) })
	if answer.lost {
		return false
	}
	if answer.Code != "SRM_SUCCESS" && !(answer.again && answer.Code == "SRM_DUPLICATION_ERROR") {
		w.breach("srmMkdir of %s: %s %s", name, answer.Code, answer.Why)
		return false
	}
	return true
}
