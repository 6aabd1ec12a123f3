package main

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// watched are pins over a file of which the test says how it is not on disk.
func watched(trouble *string) (*pins, *[]string) {
	var said []string
	return newPins(func(string) string { return *trouble }, func(format string, values ...any) { said = append(said, fmt.Sprintf(format, values...)) }), &said
}

func TestAFileThatLeavesTheDiskWhileItsPinLivesIsABreach(t *testing.T) {
	trouble := ""
	p, said := watched(&trouble)
	p.promise("vo/a", "t", time.Now(), 60, "srmBringOnline")
	if len(*said) != 0 {
		t.Fatal(*said)
	}
	trouble = "on tape only"
	p.regard(p.held["t"])
	if len(*said) != 1 || !strings.Contains((*said)[0], "vo/a is on tape only") {
		t.Fatal(*said)
	}
	if len(p.held) != 0 {
		t.Error("it would be told again and again")
	}
}

func TestAnExtensionOfAFileThatIsNotOnDiskIsABreachAtOnce(t *testing.T) {
	trouble := "on tape only"
	p, said := watched(&trouble)
	p.promise("vo/a", "t", time.Now(), 60, "srmExtendFileLifeTime")
	if len(*said) != 1 || !strings.Contains((*said)[0], "srmExtendFileLifeTime") {
		t.Fatal(*said)
	}
}

func TestAPinThatIsOverOrGivenBackPromisesNothing(t *testing.T) {
	trouble := ""
	p, said := watched(&trouble)
	p.promise("vo/a", "over", time.Now().Add(-time.Minute), 30, "srmBringOnline")
	p.promise("vo/b", "released", time.Now(), 60, "srmBringOnline")
	p.promise("vo/c", "one", time.Now(), 60, "srmBringOnline")
	p.promise("vo/c", "other", time.Now(), 60, "srmPrepareToGet")
	p.end("released")
	p.endAll("vo/c")
	trouble = "missing"
	for _, one := range p.held {
		p.regard(one)
	}
	if len(*said) != 0 || len(p.held) != 0 {
		t.Fatalf("%v %v", *said, p.held)
	}
}

func TestALaterPromiseDoesNotShortenAnEarlierOne(t *testing.T) {
	trouble := ""
	p, _ := watched(&trouble)
	p.promise("vo/a", "t", time.Now(), 60, "srmExtendFileLifeTime")
	p.promise("vo/a", "t", time.Now(), 10, "srmExtendFileLifeTime")
	if left := time.Until(p.held["t"].until); left < 50*time.Second {
		t.Fatal(left)
	}
}
