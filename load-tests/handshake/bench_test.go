package main

import (
	"errors"
	"math"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func burn(length time.Duration) func(int) error {
	return func(int) error {
		for begin := time.Now(); time.Since(begin) < length; {
		}
		return nil
	}
}

func TestASliceCountsCallsAndTheirCPU(t *testing.T) {
	b := &bench{options: options{workers: 1}}
	got, err := b.take(load{"burn", os.Getpid(), burn(2 * time.Millisecond)}, 400*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	// on a busy machine 2 ms of waiting may be less of work
	if got.Calls < 10 || got.Calls > 210 || got.CPU <= 0 || got.CPU > 20*time.Millisecond {
		t.Fatalf("got %+v", got)
	}
}

func TestSingleFailuresAreShownAndNotCounted(t *testing.T) {
	var n int64
	b := &bench{options: options{workers: 1}}
	got, err := b.take(load{"odd", os.Getpid(), func(int) error {
		time.Sleep(time.Millisecond)
		if atomic.AddInt64(&n, 1)%2 == 0 {
			return errors.New("even")
		}
		return nil
	}}, 100*time.Millisecond)
	if err != nil || got.Failures == 0 || got.Calls == 0 || !strings.Contains(got.String(), "FAILED") {
		t.Fatalf("got %v, %v", got, err)
	}
}

func TestNothingButFailuresIsAnErrorThatSaysWhy(t *testing.T) {
	b := &bench{options: options{workers: 2}}
	_, err := b.take(load{"never", os.Getpid(), func(int) error { return errors.New("refused") }}, time.Millisecond)
	if err == nil || !strings.Contains(err.Error(), "refused") {
		t.Fatalf("got %v", err)
	}
}

func TestAProcessThatIsGoneIsAnError(t *testing.T) {
	b := &bench{options: options{workers: 1}}
	if _, err := b.take(load{"gone", -1, burn(0)}, time.Millisecond); err == nil {
		t.Fatal("it was measured")
	}
}

func TestTheMiddleOfAnEvenNumberIsBetween(t *testing.T) {
	low, mid, high := spread([]float64{4, 1, 3, 2})
	if low != 1 || mid != 2.5 || high != 4 {
		t.Fatal(low, mid, high)
	}
	if _, mid, _ := spread([]float64{9}); mid != 9 {
		t.Fatal(mid)
	}
	if _, mid, _ := spread(nil); math.IsNaN(mid) {
		t.Fatal(mid)
	}
}

func TestAMissedTargetIsSaidLoudly(t *testing.T) {
	var out strings.Builder
	r := &result{
		Target:    0.8,
		Pairs:     []pair{{Ratio: 0.9}, {Ratio: 0.7}, {Ratio: 0.85}},
		KeepAlive: []sample{{Calls: 1, CPU: 40 * time.Microsecond}},
	}
	r.summarise(&out)
	text := out.String()
	if !strings.Contains(text, "median 0.850") || !strings.Contains(text, "<= 0.8: MISSED") ||
		!strings.Contains(text, "<= 100 us: met") {
		t.Fatal(text)
	}
}
