package main

import (
	"context"
	"math/rand"
	"time"
)

const (
	peekPause   = 20 * time.Millisecond
	peekLargest = 2 << 20
)

// peek reads names as a bystander does, all the time: what is there must be something that was acknowledged or is being asked for, also
// in the moment of a rename. Files that may leave the disk are left out: pins are there for them.
func (r *run) peek(over context.Context) {
	random, told := rand.New(rand.NewSource(r.seed*7)), map[string]bool{}
	for ; over.Err() == nil; time.Sleep(peekPause) {
		e, known := r.journal.any(random)
		if !known || told[e.Name] || r.mayLeaveDisk(e.Name) || len(e.May) == 0 || e.May[0].Size > peekLargest {
			continue
		}
		seen := look(r.path(e.Name))
		if now, _ := r.journal.of(e.Name); now.version != e.version {
			continue // the client has gone on meanwhile
		}
		if trouble := judge(e, seen); trouble != "" {
			r.breach("as it is read: %s", trouble)
			told[e.Name] = true
		}
	}
}
