package load

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/scenario"
)

// chunk is what files are filled with.
var chunk = bytes.Repeat([]byte("0123456789abcde\n"), 4096)

// accepted are the statuses that a step ends with when all is well: the file's or path's, where the
// reply has one.
var accepted = map[scenario.Step][]string{
	// the name may be free, a file, or an upload of this client's
	scenario.Ls:      {"SRM_SUCCESS", "SRM_INVALID_PATH", "SRM_FILE_BUSY"},
	scenario.List:    {"SRM_SUCCESS", "SRM_TOO_MANY_RESULTS"},
	scenario.Rm:      {"SRM_SUCCESS", "SRM_INVALID_PATH"},
	scenario.Put:     {"SRM_SPACE_AVAILABLE"},
	scenario.Get:     {"SRM_FILE_PINNED"},
	scenario.Status:  {"SRM_SPACE_AVAILABLE", "SRM_SUCCESS", "SRM_REQUEST_QUEUED", "SRM_REQUEST_INPROGRESS"},
	scenario.Done:    {"SRM_SUCCESS"},
	scenario.Abort:   {"SRM_SUCCESS"},
	scenario.Release: {"SRM_SUCCESS", "SRM_RELEASED"},
	scenario.Mkdir:   {"SRM_SUCCESS"},
	scenario.Rmdir:   {"SRM_SUCCESS"},
}

// busy are the statuses with which a server refuses what it cannot do now (SRM v2.2: "internal
// transient error", clients may try again).
var busy = map[string]bool{"SRM_INTERNAL_ERROR": true, "SRM_REQUEST_TIMED_OUT": true}

func judge(s scenario.Step, answer client.Answer) outcome {
	if s == scenario.Ping {
		return done
	}
	for _, code := range accepted[s] {
		if answer.Final() == code {
			return done
		}
	}
	if busy[answer.Code] || busy[answer.FileCode] {
		return refused
	}
	return unforeseen
}

// do is one step; commands that it takes are tallied by themselves.
func (w *worker) do(ctx context.Context, s scenario.Step) outcome {
	begin := time.Now()
	how := w.once(ctx, s)
	w.tally.step(s, how, time.Since(begin))
	return how
}

func (w *worker) once(ctx context.Context, s scenario.Step) outcome {
	switch s {
	case scenario.Write:
		if err := fill(w.turl, w.group.Size); err != nil {
			w.tally.examples["write"] = err.Error()
			return failed
		}
		return done
	case scenario.Copy:
		return w.transfer(ctx, s, w.turl)
	case scenario.Direct:
		return w.direct(ctx)
	case scenario.Put:
		return w.untilTurl(ctx, s, func(c *client.Connection) (client.Answer, error) {
			return c.AskPut(w.surl, w.group.Size)
		}, (*client.Connection).AskPutStatus)
	case scenario.Get:
		return w.untilTurl(ctx, s, func(c *client.Connection) (client.Answer, error) {
			return c.AskGet(w.surl)
		}, (*client.Connection).AskGetStatus)
	}
	how, _ := w.command(ctx, s, func(c *client.Connection) (client.Answer, error) { return w.ask(c, s) })
	return how
}

// ask is the steps of one command.
func (w *worker) ask(c *client.Connection, s scenario.Step) (client.Answer, error) {
	switch s {
	case scenario.Ping:
		_, err := c.Ping()
		return client.Answer{}, err
	case scenario.Ls:
		return c.Ls(w.surl, 0)
	case scenario.List:
		return c.Ls(w.directory, 1)
	case scenario.Rm:
		return c.Rm(w.surl)
	case scenario.Status:
		return c.AskPutStatus(w.token)
	case scenario.Done:
		return c.AskPutDone(w.token, w.surl)
	case scenario.Abort:
		return c.Abort(w.token)
	case scenario.Release:
		return c.Release(w.token, w.surl)
	case scenario.Mkdir:
		return c.AskMkdir(w.surl)
	case scenario.Rmdir:
		return c.AskRmdir(w.surl)
	}
	return client.Answer{}, fmt.Errorf("no step %s", s)
}

// untilTurl asks, and asks again for the state while the request waits.
func (w *worker) untilTurl(ctx context.Context, s scenario.Step, first func(*client.Connection) (client.Answer, error),
	again func(*client.Connection, string) (client.Answer, error)) outcome {
	w.token, w.turl = "", ""
	pending := false
	ask := first
	for {
		how, answer := w.command(ctx, s, func(c *client.Connection) (client.Answer, error) {
			answer, err := ask(c)
			pending = err == nil && answer.Pending()
			return answer, err
		})
		if answer.Token != "" {
			w.token = answer.Token
		}
		if !pending {
			w.turl = answer.Turl
			return how
		}
		if !pause(ctx, w.group.Poll) {
			return cut
		}
		ask = func(c *client.Connection) (client.Answer, error) { return again(c, w.token) }
	}
}

// command is one request and reply, on a connection as the scenario wants.
func (w *worker) command(ctx context.Context, s scenario.Step, ask func(*client.Connection) (client.Answer, error)) (
	outcome, client.Answer) {
	answer, err := w.exchange(ctx, ask)
	how := done
	switch {
	case err != nil && over(ctx):
		how = cut
	case err != nil:
		how = failed
	case !answer.Pending() || s == scenario.Status:
		how = judge(s, answer)
		if how == done && (s == scenario.Put || s == scenario.Get) && answer.Turl == "" {
			how = unforeseen
		}
	}
	w.tally.answered(s, how, answer, err)
	return how, answer
}

func (w *worker) exchange(ctx context.Context, ask func(*client.Connection) (client.Answer, error)) (client.Answer, error) {
	until := time.Now().Add(w.group.Patience)
	if end, limited := ctx.Deadline(); limited && end.Before(until) {
		until = end
	}
	if w.kept == nil {
		begin := time.Now()
		opened, err := w.server.DialUntil(ctx, until)
		if err != nil {
			return client.Answer{}, err
		}
		w.tally.connects = append(w.tally.connects, time.Since(begin).Seconds())
		w.hold(opened)
	}
	w.kept.Until(until)
	answer, err := ask(w.kept)
	if err != nil || w.fresh {
		w.leave()
	}
	return answer, err
}

// over tells whether the run is, or is by its deadline: a connection's timer may ring before the
// context's of the same time.
func over(ctx context.Context) bool {
	end, limited := ctx.Deadline()
	return ctx.Err() != nil || (limited && !time.Now().Before(end))
}

// leave closes the connection; what the server still has to say does not matter.
func (w *worker) leave() {
	if w.kept != nil {
		w.kept.Close()
		w.hold(nil)
	}
}

// hold is what lets interrupt see the connection; only this worker's goroutine changes it.
func (w *worker) hold(c *client.Connection) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.kept = c
}

// interrupt ends a command that waits; it is called from outside, when the run is over.
func (w *worker) interrupt() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.kept != nil {
		// fails only for a connection that has ended
		_ = w.kept.Interrupt()
	}
}

// fill writes the bytes where the TURL points on this machine; the service made the file.
func fill(turl string, size int) error {
	parsed, err := url.Parse(turl)
	if err != nil {
		return err
	}
	target, err := os.OpenFile(parsed.Path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	for size > 0 {
		part := chunk
		if size < len(part) {
			part = part[:size]
		}
		if _, err := target.Write(part); err != nil {
			target.Close()
			return err
		}
		size -= len(part)
	}
	return target.Close()
}

// pause waits; false when the run ended meanwhile.
func pause(ctx context.Context, length time.Duration) bool {
	if length <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(length)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
