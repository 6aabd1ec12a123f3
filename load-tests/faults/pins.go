package main

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"
)

const (
	// seconds are rounded in answers
	pinMargin = time.Second
	pinGlance = 250 * time.Millisecond
)

// pin is a promise that a file stays on disk.
type pin struct {
	name, token, because string
	until                time.Time
}

// pins are the promises that hold now. A client takes back its own before it sends what ends them.
type pins struct {
	mutex sync.Mutex
	held  map[string]pin // by token
	look  func(name string) string
	said  func(format string, values ...any)
}

func newPins(look func(name string) string, said func(format string, values ...any)) *pins {
	return &pins{held: map[string]pin{}, look: look, said: said}
}

// promise is an answer of so many seconds to what was sent then; it is looked at at once.
func (p *pins) promise(name, token string, sent time.Time, seconds int, because string) {
	one := pin{name, token, because, sent.Add(time.Duration(seconds)*time.Second - pinMargin)}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if before, held := p.held[token]; held && before.until.After(one.until) {
		return
	}
	p.held[token] = one
	p.regard(one)
}

// end takes back the promise of one request.
func (p *pins) end(token string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	delete(p.held, token)
}

// endAll takes back all promises of a name.
func (p *pins) endAll(name string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for token, one := range p.held {
		if one.name == name {
			delete(p.held, token)
		}
	}
}

// regard looks whether a promise is kept; the lock is held, so that no client ends it meanwhile.
func (p *pins) regard(one pin) {
	trouble := p.look(one.name)
	now := time.Now()
	if !now.Before(one.until) {
		delete(p.held, one.token)
		return
	}
	if trouble != "" {
		delete(p.held, one.token) // told once
		p.said("unpinned: %s is %s, %.1f s before the end of the pin that was promised by %s (%s)", one.name, trouble,
			one.until.Sub(now).Seconds(), one.because, one.token)
	}
}

func (p *pins) watch(over context.Context) {
	for over.Err() == nil {
		p.mutex.Lock()
		for _, one := range p.held {
			p.regard(one)
		}
		p.mutex.Unlock()
		time.Sleep(pinGlance)
	}
}

// offDisk says how a file is not on disk; empty where it is.
func offDisk(path string) string {
	state, err := os.Lstat(path)
	switch {
	case err != nil:
		return fmt.Sprintf("missing (%v)", err)
	case isStub(path, state):
		return "on tape only"
	}
	return ""
}
