package main

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"bora/loadtests/result"
	"bora/loadtests/scenario"
	"bora/loadtests/srmtest"
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
	w := newWatch(processes{"server": {os.Getpid()}, "gone": {1 << 30}})
	w.last["gone"] = 7
	now := w.now()
	if now.CPU["gone"] != 7 || now.Memory["server"] <= 0 || now.Files["server"] < 3 || now.CPU["machine"] <= 0 {
		t.Fatalf("%+v", now)
	}
}

func TestALongRunKeepsFewerSamplesNotAnEnd(t *testing.T) {
	w := newWatch(processes{})
	next := time.Duration(0)
	for i := 0; i < 3*mostSamples; i++ {
		next = w.keep(result.Sample{Seconds: float64(i)})
	}
	all := w.taken()
	if len(all) >= mostSamples || len(all) < mostSamples/2 || all[0].Seconds != 0 || all[len(all)-1].Seconds < 3*mostSamples-2 || next < 8*time.Second {
		t.Fatalf("%d samples to %v, next after %s", len(all), all[len(all)-1].Seconds, next)
	}
}

func TestWhatFilesTakeIsThatOfAllClientsAtOnce(t *testing.T) {
	s := scenarioOf(t, "title: t\nclients: 1 120\nsize: 1000\ngroup: a\nsequence: put copy done rm\nbeside: direct\ngroup: b\nclients: 5\nsequence: ls\n")
	if got := largest(s); got != 120000 {
		t.Fatal(got)
	}
}

func TestWhereThereIsNoRoomNothingIsPlayed(t *testing.T) {
	directory := t.TempDir()
	g := srmtest.New(t, func(r srmtest.Request) string {
		if strings.Contains(r.Body, "srmPrepareToPut>") {
			return "<E:Envelope><r><returnStatus><statusCode>SRM_SUCCESS</statusCode></returnStatus><requestToken>1</requestToken><arrayOfFileStatuses><statusArray>" +
				"<status><statusCode>SRM_SPACE_AVAILABLE</statusCode></status><transferURL>gsiftp://h" + directory + "/x</transferURL></statusArray></arrayOfFileStatuses></r></E:Envelope>"
		}
		return fine
	})
	s := scenarioOf(t, "title: t\nclients: 4000\nsize: 10000000000\nsequence: put copy done rm\n")
	o := optionsFor(t, g)
	o.transfer = "true"
	if err := play(context.Background(), o, s, ""); err == nil || !strings.Contains(err.Error(), "no room: 40000.0 GB are needed at "+directory) {
		t.Fatal(err)
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
