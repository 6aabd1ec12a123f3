package main

import (
	"math/rand"
	"testing"
	"time"
)

func newWay(loss float64) *way {
	return &way{delay: 50 * time.Millisecond, rate: 8e6, queue: 10 * time.Millisecond, loss: loss, random: rand.New(rand.NewSource(1))}
}

func TestAPacketIsLaterByItsLengthAndTheDelay(t *testing.T) {
	now := time.Unix(0, 0)
	due, there := newWay(0).arrive(now, 1000)
	if !there || due.Sub(now) != 51*time.Millisecond {
		t.Fatalf("%s, %v", due.Sub(now), there)
	}
}

func TestPacketsWaitForThoseBeforeThemAndTheQueueIsBounded(t *testing.T) {
	w, now := newWay(0), time.Unix(0, 0)
	var last time.Time
	for i := 0; i < 11; i++ {
		due, there := w.arrive(now, 1000)
		if !there {
			t.Fatalf("packet %d is lost", i)
		}
		last = due
	}
	if last.Sub(now) != 61*time.Millisecond {
		t.Fatalf("the last one comes after %s", last.Sub(now))
	}
	if _, there := w.arrive(now, 1000); there || w.dropped != 1 {
		t.Fatal("the queue has no end")
	}
	if _, there := w.arrive(now.Add(time.Second), 1000); !there {
		t.Fatal("the queue does not empty")
	}
}

func TestSomeAreLost(t *testing.T) {
	w, now := newWay(0.1), time.Unix(0, 0)
	for i := 0; i < 10_000; i++ {
		w.arrive(now.Add(time.Duration(i)*time.Second), 1)
	}
	if w.lost < 800 || w.lost > 1200 || w.lost+w.passed != 10_000 {
		t.Fatalf("%d are lost, %d passed", w.lost, w.passed)
	}
}
