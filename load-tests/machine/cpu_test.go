package machine

import (
	"os"
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
