package main

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"sync/atomic"
	"time"

	"bora/loadtests/client"
)

const (
	firstPause = 100 * time.Millisecond
	mostPause  = time.Second
	// of so many commands one client does not wait for the answer, and asks again
	impatientOnce = 40
	mostImpatient = 40 * time.Millisecond
	// a put of which the token was lost keeps its name until its end
	impatientPut = 5
)

// worker is one client: one thing after the other, half of it on a connection that is kept.
type worker struct {
	*run
	number int
	random *rand.Rand
	kept   *client.Connection
	made   int
	mine   []string // names that hold one content, without a doubt
	later  []appointment
	poor   bool // in what is done now an answer may be lost on purpose
}

// appointment is what a client does when its time has come.
type appointment struct {
	at time.Time
	do func()
}

func newWorker(r *run, number int) *worker {
	return &worker{run: r, number: number, random: rand.New(rand.NewSource(r.seed*1000 + int64(number))), poor: r.impatient}
}

func (w *worker) work(ctx, over context.Context) {
	for over.Err() == nil && !w.enough() {
		w.keepAppointments()
		chance := w.random.Intn(100)
		if len(w.mine) < 5 {
			chance = 0
		}
		switch {
		case chance < 26:
			w.put(ctx)
		case chance < 36:
			w.overwrite(ctx)
		case chance < 41:
			w.hollow(ctx)
		case chance < 49:
			w.move(ctx)
		case chance < 52:
			w.box(ctx)
		case chance < 60:
			w.list(ctx, w.any())
		case chance < 70:
			w.get(ctx, w.any())
		case chance < 80:
			w.stage(ctx)
		case chance < 90:
			w.remove(ctx)
		case chance < 95:
			w.abort(ctx)
		default:
			w.directories(ctx)
		}
	}
}

func (w *worker) keepAppointments() {
	var rest []appointment
	for _, one := range w.later {
		if time.Now().Before(one.at) {
			rest = append(rest, one)
			continue
		}
		one.do()
	}
	w.later = rest
}

func (w *worker) any() string { return w.mine[w.random.Intn(len(w.mine))] }

// take is any name of those that are known; it is no longer one of them.
func (w *worker) take() string {
	name := w.any()
	w.forget(name)
	return name
}

func (w *worker) forget(name string) {
	for i, one := range w.mine {
		if one == name {
			w.mine = append(w.mine[:i], w.mine[i+1:]...)
			return
		}
	}
}

// name is a new one, in an area by lot: half of them in the first.
func (w *worker) name() string {
	area := w.areas[0]
	if w.random.Intn(2) == 0 {
		area = w.areas[w.random.Intn(len(w.areas))]
	}
	return w.nameIn(area + "/" + w.directory)
}

func (w *worker) nameIn(directory string) string {
	w.made++
	return fmt.Sprintf("%s/c%d-%d", directory, w.number, w.made)
}

// end is how a command came to its end: the last answer, and what became of earlier attempts.
type end struct {
	client.Answer
	sent    time.Time // the last attempt
	again   bool      // an earlier attempt may have been done
	unheard bool      // of one of them no answer was heard
	lost    bool      // no answer within the patience
}

// do sends a command, and again as the clients of the field do: when it was told to come again or the connection was lost.
// A status among last is no reason to come again, although others of the same name are.
func (w *worker) do(ctx context.Context, what string, ask func(*client.Connection) (client.Answer, error), last ...string) end {
	begun := time.Now()
	defer func() { w.done(what, time.Since(begun)) }()
	e := end{}
	for wait := firstPause; ; wait = min(2*wait, mostPause) {
		e.sent = time.Now()
		answer, gaveUp, err := w.once(ctx, what, ask)
		how := ""
		switch {
		case gaveUp && err != nil:
			how = "answers that the client did not wait for"
		case err != nil:
			how = what + " " + string(client.KindOf(err))
		case answer.Code == "SRM_INTERNAL_ERROR", answer.FileCode == "SRM_INTERNAL_ERROR":
			how = what + " SRM_INTERNAL_ERROR"
		case w.comesAgain(answer.Final(), last):
			how = what + " " + answer.Final()
		}
		w.attempt(how, what, time.Since(e.sent))
		if how == "" {
			e.Answer = answer
			return e
		}
		e.again = e.again || err == nil || client.KindOf(err) != client.Connect
		e.unheard = e.unheard || err != nil && client.KindOf(err) != client.Connect
		if ctx.Err() != nil || time.Since(begun) > w.patience {
			e.lost = true
			w.breach("%s is not answered within %s: %s %s %v", what, w.patience, how, answer.Why, err)
			return e
		}
		time.Sleep(wait)
	}
}

func (w *worker) comesAgain(code string, last []string) bool {
	for _, one := range last {
		if one == code {
			return false
		}
	}
	return code != "" && strings.Contains(","+w.comeAgain+",", ","+code+",")
}

func min(a, b time.Duration) time.Duration {
	if a < b {
		return a
	}
	return b
}

// once is an attempt; it says whether the client meant to give up before the answer.
func (w *worker) once(ctx context.Context, what string, ask func(*client.Connection) (client.Answer, error)) (client.Answer, bool, error) {
	atomic.AddInt64(&w.calls, 1)
	until := time.Now().Add(w.patience)
	if w.kept != nil && w.random.Intn(2) == 0 {
		w.leave()
	}
	if w.kept == nil {
		opened, err := w.server.DialUntil(ctx, until)
		if err != nil {
			return client.Answer{}, false, err
		}
		w.kept = opened
	}
	gaveUp := w.isImpatient(what)
	if gaveUp {
		until = time.Now().Add(time.Millisecond + time.Duration(w.random.Int63n(int64(mostImpatient))))
	}
	w.kept.Until(until)
	answer, err := ask(w.kept)
	if err != nil {
		w.leave()
	}
	return answer, gaveUp, err
}

func (w *worker) isImpatient(what string) bool {
	once := impatientOnce
	if what == "srmPrepareToPut" {
		once *= impatientPut
	}
	return w.poor && w.random.Intn(once) == 0
}

func (w *worker) leave() {
	if w.kept != nil {
		w.kept.Close()
		w.kept = nil
	}
}
