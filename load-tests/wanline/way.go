package main

import (
	"math/rand"
	"time"
)

// way is one direction of a line: it delays what passes, lets no more pass than its rate, and loses some of it.
type way struct {
	delay   time.Duration
	rate    float64 // bits a second
	queue   time.Duration
	loss    float64 // of a packet
	random  *rand.Rand
	free    time.Time // when all that has come will have left
	passed  int
	lost    int
	dropped int
}

// arrive says when a packet of so many bytes that comes now is at the other end, if it ever is.
func (w *way) arrive(now time.Time, bytes int) (time.Time, bool) {
	if w.random.Float64() < w.loss {
		w.lost++
		return time.Time{}, false
	}
	if w.free.Before(now) {
		w.free = now
	}
	if w.free.Sub(now) > w.queue {
		w.dropped++
		return time.Time{}, false
	}
	w.free = w.free.Add(time.Duration(float64(bytes) * 8 / w.rate * float64(time.Second)))
	w.passed++
	return w.free.Add(w.delay), true
}
