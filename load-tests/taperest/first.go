package main

import (
	"context"
	"sync"
)

// firstError is the first failure of several goroutines, which ends the others.
type firstError struct {
	lock sync.Mutex
	err  error
	stop context.CancelFunc
}

func failFast(parent context.Context) (context.Context, *firstError) {
	ctx, stop := context.WithCancel(parent)
	return ctx, &firstError{stop: stop}
}

func (f *firstError) failed(err error) {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.err == nil {
		f.err = err
	}
	f.stop()
}

// error is the first failure, or why the context ended.
func (f *firstError) error(ctx context.Context) error {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.err != nil {
		return f.err
	}
	return ctx.Err()
}
