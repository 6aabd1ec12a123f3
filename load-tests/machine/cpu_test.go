package machine

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

func TestNamesWithSpacesAndParenthesesDoNotShiftTheFields(t *testing.T) {
	got, err := parseStat("12 (a) b (c)) S 1 12 12 0 -1 4194560 1 0 0 0 150 50 7 7 20 0 1 0 1 1 1")
	if err != nil || got != 2*time.Second {
		t.Fatalf("got %v, %v", got, err)
	}
}

func TestNonsenseIsAnError(t *testing.T) {
	for _, text := range []string{"", "1 (a) S", "1 (a) S 1 2 3 4 5 6 7 8 9 10 x y 1"} {
		if _, err := parseStat(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

func TestOwnWorkIsSeen(t *testing.T) {
	before, err := CPU(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	for begin := time.Now(); time.Since(begin) < 200*time.Millisecond; {
	}
	after, err := CPU(os.Getpid())
	if err != nil || after <= before {
		t.Fatalf("%v then %v, %v", before, after, err)
	}
}

func TestAChildCountsUnlessItIsWatchedByItself(t *testing.T) {
	child := exec.Command("sleep", "60")
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		child.Process.Kill()
		child.Wait()
	}()
	with, err := UsageOf(os.Getpid(), nil)
	if err != nil {
		t.Fatal(err)
	}
	without, err := UsageOf(os.Getpid(), map[int]bool{child.Process.Pid: true})
	if err != nil {
		t.Fatal(err)
	}
	if with.Files < without.Files+3 || without.Memory <= 0 || without.CPU < 0 {
		t.Fatalf("%+v, %+v", with, without)
	}
	if _, err := UsageOf(-1, nil); err == nil {
		t.Fatal("a process that is not there was measured")
	}
}

func TestTheMachineIsBusyWithoutWaiting(t *testing.T) {
	got, err := parseBusy("cpu  100 10 20 5000 700 3 2 0 0 0\ncpu0 1 1 1 1 1 1 1\n")
	if err != nil || got != 1350*time.Millisecond {
		t.Fatal(got, err)
	}
	if _, err := parseBusy("nonsense"); err == nil {
		t.Fatal("it was understood")
	}
}
