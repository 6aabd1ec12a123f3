package main

import (
	"context"
	"strings"

	"bora/loadtests/client"
)

// notRegistered is what the refusal says of a hidden file that no put in the database knows.
const notRegistered = "is not registered yet"

// move gives a file another name: it has one of both, with what it held.
func (w *worker) move(ctx context.Context) {
	from := w.take()
	w.pins.endAll(from)
	w.rename(ctx, from, w.nameIn(areaOf(from)+"/"+w.directory), []string{""})
}

// rename sends srmMv of a file or a directory; below are the files in it, or one empty name for a file itself.
func (w *worker) rename(ctx context.Context, from, to string, below []string) bool {
	var whole []entry
	for _, name := range below {
		e, _ := w.journal.of(from + name)
		whole = append(whole, e)
		w.journal.note(entry{Name: from + name, May: e.May, Gone: true, Twin: to + name, Because: "srmMv to " + to},
			entry{Name: to + name, May: e.May, Gone: true, Twin: from + name, Because: "srmMv from " + from})
	}
	answer := w.do(ctx, "srmMv", func(c *client.Connection) (client.Answer, error) { return c.Mv(w.surl(from), w.surl(to)) })
	switch {
	case answer.lost:
		return false
	case answer.Code == "SRM_SUCCESS":
	case answer.again && (answer.Code == "SRM_INVALID_PATH" || answer.Code == "SRM_DUPLICATION_ERROR"):
		// an earlier attempt has done it: the names are ours alone
	case answer.again:
		return false // an earlier attempt may still be under way
	default:
		w.breach("srmMv of %s to %s: %s %s", from, to, answer.Code, answer.Why)
		return false
	}
	for i, name := range below {
		w.journal.gone(from+name, "srmMv to "+to)
		w.journal.note(entry{Name: to + name, May: whole[i].May, Because: "srmMv from " + from})
		w.mine = append(w.mine, to+name)
	}
	return true
}

// box is a directory with files in it that is renamed, and emptied and removed every other time.
func (w *worker) box(ctx context.Context) {
	at := w.name() + "box"
	if !w.makeDirectory(ctx, at) {
		return
	}
	var below []string
	for i := 0; i <= w.random.Intn(3); i++ {
		name := w.nameIn(at)
		if !w.putAt(ctx, name) {
			return
		}
		w.forget(name)
		below = append(below, name[len(at):])
	}
	to := at + "-moved"
	if !w.rename(ctx, at, to, below) || w.random.Intn(2) == 0 {
		return
	}
	for _, name := range below {
		w.forget(to + name)
		if !w.removeName(ctx, to+name) {
			return
		}
	}
	w.removeDirectory(ctx, to, "that was renamed and emptied")
}

func (w *worker) remove(ctx context.Context) { w.removeName(ctx, w.take()) }

func (w *worker) removeName(ctx context.Context, name string) bool {
	w.pins.endAll(name)
	e, _ := w.journal.of(name)
	w.journal.note(entry{Name: name, May: e.May, Gone: true, Because: "srmRm"})
	answer := w.do(ctx, "srmRm", func(c *client.Connection) (client.Answer, error) { return c.Rm(w.surl(name)) })
	switch {
	case answer.lost:
		return false
	case answer.Final() == "SRM_SUCCESS", answer.again && answer.Final() == "SRM_INVALID_PATH":
		w.journal.gone(name, "srmRm")
		return true
	}
	w.breach("srmRm of %s, which is stored: %s %s", name, answer.Final(), answer.Why)
	return false
}

func (w *worker) directories(ctx context.Context) {
	name := w.name() + "d"
	if w.makeDirectory(ctx, name) {
		w.removeDirectory(ctx, name, "that is empty")
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
	return !answer.again // an earlier attempt that is late would make it anew once it was removed
}

func (w *worker) removeDirectory(ctx context.Context, name, which string) {
	answer := w.do(ctx, "srmRmdir", func(c *client.Connection) (client.Answer, error) { return c.AskRmdir(w.surl(name)) })
	switch {
	case answer.lost:
	case answer.Code == "SRM_SUCCESS", answer.again && answer.Code == "SRM_INVALID_PATH":
		w.journal.gone(name, "srmRmdir")
	case strings.Contains(answer.Why, notRegistered):
		// a backend died between the hidden file of a put and its commit; the sweep removes the file, and check() waits for that
		w.count("srmRmdir refused: hidden file of a put that died")
	default:
		w.breach("srmRmdir of %s, %s: %s %s", name, which, answer.Code, answer.Why)
	}
}
