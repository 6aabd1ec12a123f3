package load

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"bora/loadtests/scenario"
)

// each lets every client do some steps on a kept connection, a few clients at a time, outside of
// what is measured.
func (l *Load) each(ctx context.Context, steps func(scenario.Group) []scenario.Step) []error {
	work := make(chan *worker)
	problems := make(chan error, l.clients())
	var all sync.WaitGroup
	for i := 0; i < lanes; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			for w := range work {
				if err := w.aside(ctx, steps(w.group)); err != nil {
					problems <- err
				}
			}
		}()
	}
	for _, members := range l.workers {
		for _, w := range members {
			if len(steps(w.group)) > 0 && ctx.Err() == nil {
				work <- w
			}
		}
	}
	close(work)
	all.Wait()
	close(problems)
	var found []error
	for err := range problems {
		found = append(found, err)
	}
	if ctx.Err() != nil {
		found = append(found, ctx.Err())
	}
	return found
}

func (w *worker) aside(ctx context.Context, steps []scenario.Step) error {
	measured, fresh := w.tally, w.fresh
	w.tally, w.fresh = newTally(), false
	defer func() {
		w.leave()
		w.tally, w.fresh = measured, fresh
	}()
	for _, s := range steps {
		if w.until(ctx, s) != done {
			for _, text := range w.tally.examples {
				return errors.New(text)
			}
			return fmt.Errorf("%s: ended with the run", s)
		}
	}
	return nil
}

// until is do, again and again while the service says that it is busy: what comes before and after is no load.
func (w *worker) until(ctx context.Context, s scenario.Step) outcome {
	for begin := time.Now(); ; {
		how := w.do(ctx, s)
		if how != refused || time.Since(begin) > w.group.Patience || !pause(ctx, w.group.Pause) {
			return how
		}
	}
}
