package main

import (
	"context"
	"errors"
	"sync"
	"testing"

	"bora/loadtests/s3"
)

func TestTheSlowestIsComparedWithTheMean(t *testing.T) {
	f := fairness{Rates: []float64{1, 4, 4, 7}}
	f.compare()
	if f.Mean != 4 || f.Slowest != 0.25 || f.Fastest != 1.75 {
		t.Error(f)
	}
	var asked sync.Map
	all, err := together(4, 1_000_000, func(n int) error { asked.Store(n, true); return nil })
	if err != nil || len(all.Rates) != 4 || all.Slowest > 1 || all.Fastest < 1 {
		t.Error(all, err)
	}
	for n := 0; n < 4; n++ {
		if _, was := asked.Load(n); !was || all.Rates[n] <= 0 {
			t.Error("client", n, all)
		}
	}
	if _, err := together(2, 1, func(int) error { return errors.New("no") }); err == nil {
		t.Error("a failure is told")
	}
}

func TestWhoRepeatsOnceIsCountedApart(t *testing.T) {
	b := bench{doors: make([]*s3.Client, 2)}
	var mutex sync.Mutex
	var counted seen
	for failures := 0; failures < 3; failures++ {
		left, doors := failures, []int{}
		if err := b.operation(context.Background(), 1, &counted, &mutex, func(door int) error {
			doors = append(doors, door)
			if left--; left >= 0 {
				return errors.New("not yet")
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
		if doors[0] != 1 || len(doors) > 1 && doors[1] != 0 {
			t.Error("the next door is asked", doors)
		}
	}
	if counted.Done != 3 || counted.Once != 1 || counted.More != 1 || counted.Wrong != 0 {
		t.Error(counted)
	}
}

func TestADoorOfTheFleetIsKnownByItsFile(t *testing.T) {
	if _, err := pidOf(t.TempDir() + "/none"); err == nil {
		t.Error("there is none")
	}
	p := processes{}
	if p.Set("door1") == nil || p.Set("door1=file") != nil || p["door1"] != "file" {
		t.Error(p)
	}
}
