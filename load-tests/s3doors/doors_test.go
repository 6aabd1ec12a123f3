package main

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"bora/loadtests/s3"
)

func TestTheSlowestIsComparedWithTheMean(t *testing.T) {
	f, err := together(4, 1_000_000, func(n int) error {
		if n == 0 {
			time.Sleep(200 * time.Millisecond)
		} else {
			time.Sleep(50 * time.Millisecond)
		}
		return nil
	})
	if err != nil || f.Slowest > 0.5 || f.Slowest < 0.05 || f.Fastest < 1 {
		t.Error(f, err)
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
