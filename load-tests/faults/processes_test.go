package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// lived is a process that held these, second by second.
func lived(seconds int, held func(second int) (int, int)) *life {
	l, begin := &life{name: "backend1", pid: 7}, time.Unix(1000, 0)
	for s := 0; s <= seconds; s++ {
		descriptors, threads := held(s)
		l.samples = append(l.samples, sample{begin.Add(time.Duration(s) * time.Second), descriptors, threads})
	}
	return l
}

func TestALeakIsWhatIsHeldAtLeastInTheEnd(t *testing.T) {
	for name, one := range map[string]struct {
		held func(int) (int, int)
		leak bool
	}{
		"as it was":            {func(int) (int, int) { return 200, 60 }, false},
		"pools that fill":      {func(s int) (int, int) { return 200 + s/8, 60 + s/8 }, false},
		"a descriptor a time":  {func(s int) (int, int) { return 200 + s, 60 }, true},
		"a thread a time":      {func(s int) (int, int) { return 200, 60 + s }, true},
		"what is busy goes on": {func(s int) (int, int) { return 200 + 300*(s%10), 60 }, false},
		"more while it starts": {func(s int) (int, int) { return 900 - s, 90 }, false},
	} {
		if leak := lived(200, one.held).leak(); (leak != "") != one.leak {
			t.Errorf("%s: '%s'", name, leak)
		}
	}
	if leak := lived(60, func(s int) (int, int) { return 200 + 100*s, 60 }).leak(); leak != "" {
		t.Errorf("a process that was not warm: %s", leak)
	}
}

func TestAProcessThatIsStartedAgainHasALifeOfItsOwn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "backend1.process")
	l := newLives(commands{{"backend1", file}})
	for i, pid := range []int{os.Getpid(), os.Getpid(), os.Getppid()} {
		if err := os.WriteFile(file, []byte(fmt.Sprintln(pid)), 0o644); err != nil {
			t.Fatal(err)
		}
		l.look(time.Unix(int64(i), 0))
	}
	if len(l.all) != 2 || len(l.all[0].samples) != 2 || len(l.all[1].samples) != 1 || l.all[0].samples[0].threads < 1 {
		t.Fatalf("%+v", l.all)
	}
	l.all = append(l.all, lived(200, func(s int) (int, int) { return 200 + s, 60 }))
	if told := l.leaks(); len(told) != 1 || !strings.Contains(told[0], "process 7") {
		t.Fatal(told)
	}
}
