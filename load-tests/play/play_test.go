package main

import (
	"os"
	"strings"
	"testing"
	"time"

	"bora/loadtests/result"
	"bora/loadtests/scenario"
)

func TestOnlyLoopbackIsLoadedUnlessAllowed(t *testing.T) {
	if err := permitted("localhost:8444", false); err != nil {
		t.Fatal(err)
	}
	if err := permitted("192.0.2.1:8444", false); err == nil || !strings.Contains(err.Error(), "--allow-remote") {
		t.Fatalf("got %v", err)
	}
	if err := permitted("192.0.2.1:8444", true); err != nil {
		t.Fatal(err)
	}
}

func TestWhatMakesFiguresDoubtfulIsSaid(t *testing.T) {
	good := result.Point{Seconds: 10, CPU: map[string]float64{"client": 8, "server": 9, "others": 1}, LagP99: 0.01}
	if found := warnings(&good, 2, 0, 0); len(found) != 0 {
		t.Fatal(found)
	}
	bad := result.Point{Seconds: 10, CPU: map[string]float64{"client": 19, "others": 3}, LagP99: 0.2,
		Groups: []result.Group{{Answers: map[string]int64{"client": 3}}}}
	if found := warnings(&bad, 2, 0, 1); len(found) != 5 || !strings.Contains(found[0], "measured itself") {
		t.Fatal(found)
	}
	if found := warnings(&result.Point{Seconds: 10, CPU: map[string]float64{"others": 9}}, 2, 2, 0); len(found) != 0 {
		t.Fatal(found, "are the busy loops of the scenario")
	}
}

func TestOthersAreWhatTheMachineDidBesides(t *testing.T) {
	before := result.Sample{CPU: map[string]float64{"server": 1, "client": 2, "machine": 100}}
	after := result.Sample{CPU: map[string]float64{"server": 3, "client": 5, "machine": 109}}
	got := spent(before, after)
	if got["server"] != 2 || got["client"] != 3 || got["others"] != 4 || len(got) != 3 {
		t.Fatal(got)
	}
}

func TestAProcessThatHasGoneKeepsItsCPU(t *testing.T) {
	w := newWatch(processes{"server": {os.Getpid()}, "gone": {1 << 30}}, time.Minute)
	w.last["gone"] = 7
	now := w.now()
	if now.CPU["gone"] != 7 || now.Memory["server"] <= 0 || now.Files["server"] < 3 || now.CPU["machine"] <= 0 {
		t.Fatalf("%+v", now)
	}
}

func TestBusyLoopsEnd(t *testing.T) {
	all, err := startLoops(2)
	if err != nil {
		t.Fatal(err)
	}
	all.stop()
	for _, loop := range all {
		if loop.ProcessState == nil {
			t.Fatal("one still runs")
		}
	}
}

func TestExpectationsAreForTheValuesTheyName(t *testing.T) {
	s, err := scenario.Parse("x", "x.scn", "title: t\nclients: 1 500\nsequence: ls\nexpect: failures <= 0 at clients = 500\nexpect: orderly >= 1\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	run := &result.Run{Axis: "clients", Points: []result.Point{
		{Value: 1, Metrics: map[string]float64{"failures": 9, "orderly": 1}}, {Value: 500, Metrics: map[string]float64{"failures": 1}}}}
	run.Verdicts = verdicts(s, run.Points)
	var out strings.Builder
	if missed := summary(&out, run); missed != 2 || len(run.Verdicts) != 3 {
		t.Fatal(missed, out.String())
	}
	if !strings.Contains(out.String(), "MISSED") || !strings.Contains(out.String(), "NOT MEASURED") {
		t.Fatal(out.String())
	}
}

func TestProcessesAreNamedByPid(t *testing.T) {
	p := processes{}
	for _, wrong := range []string{"server", "server=x", "server=0"} {
		if p.Set(wrong) == nil {
			t.Errorf("%s was accepted", wrong)
		}
	}
	if p.Set("backend=7") != nil || p.Set("backend=8") != nil || len(p["backend"]) != 2 {
		t.Fatal(p)
	}
}
