package main

import (
	"context"
	"strings"
	"testing"

	"bora/loadtests/result"
	"bora/loadtests/srmtest"
)

func TestDoorsAreReadByValue(t *testing.T) {
	d := doors{}
	for _, text := range []string{"1=a:1", "2=a:1,b:2"} {
		if err := d.Set(text); err != nil {
			t.Fatal(err)
		}
	}
	if len(d.all()) != 3 || len(d[2]) != 2 {
		t.Fatalf("%v", d)
	}
	for _, wrong := range []string{"a:1", "x=a:1", "0=a:1", "1="} {
		if err := d.Set(wrong); err == nil {
			t.Errorf("%s", wrong)
		}
	}
}

func TestAnAxisOfProcessesNeedsADoorForEachValue(t *testing.T) {
	s := scenarioOf(t, "title: t\nfrontends: 1 2\ngroup: g\nclients: 3\nsequence: rm\n")
	if err := (doors{1: {"a:1"}}).lead(s); err == nil || !strings.Contains(err.Error(), "frontends 2: no doors") {
		t.Fatalf("got %v", err)
	}
	if err := (doors{1: {"a:1"}, 2: {"a:1", "b:1"}}).lead(s); err != nil {
		t.Fatal(err)
	}
}

// Both doors lead to the same place here, but by another address.
func TestClientsTakeTheDoorsOfAValueInTurn(t *testing.T) {
	g := srmtest.New(t, func(srmtest.Request) string { return fine })
	o := optionsFor(t, g)
	_, port, _ := strings.Cut(g.Address, ":")
	o.doors = doors{1: {"127.0.0.1:" + port}, 2: {"127.0.0.1:" + port, "127.0.0.1:1"}}
	s := scenarioOf(t, "title: t\nfrontends: 1 2\nconnection: new\nduration: 100ms\npause: 0s\ngroup: g\nclients: 1\nsequence: rm\n")
	if err := play(context.Background(), o, s, ""); err != nil {
		t.Fatal(err)
	}
	run := read(t, o)
	one, two := run.Points[0].Total(), run.Points[1].Total()
	if one.Failed != 0 || two.Failed == 0 || two.Done-two.Failed > 1 || two.Failed-two.Done > 1 {
		t.Fatalf("%+v %+v", one, two)
	}
}

func TestClientsComeFromAsManyHostsAsTheScenarioSays(t *testing.T) {
	seen := make(chan string, 100000)
	g := srmtest.New(t, func(r srmtest.Request) string {
		seen <- r.From
		return fine
	})
	s := scenarioOf(t, "title: t\nhosts: 2\nclients: 3\nconnection: new\nduration: 100ms\nsequence: rm\n")
	if err := play(context.Background(), optionsFor(t, g), s, ""); err != nil {
		t.Fatal(err)
	}
	hosts := map[string]bool{}
	for len(seen) > 0 {
		hosts[<-seen] = true
	}
	// the run's own directory is made from the usual address
	if len(hosts) != 3 || !hosts["127.0.0.1"] || !hosts["127.1.0.1"] || !hosts["127.1.0.2"] {
		t.Errorf("%v", hosts)
	}
}

func TestWhatIsHeldMustBeThere(t *testing.T) {
	p := &player{options: options{held: "frontend", share: 0.1, processes: processes{"backend1": {1}}}, run: &result.Run{}}
	if _, err := p.hold(); err == nil {
		t.Fatal("nothing was held")
	}
}
