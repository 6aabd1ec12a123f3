package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bora/loadtests/result"
	"bora/loadtests/scenario"
	"bora/loadtests/srmtest"
)

const fine = "<E:Envelope><r><returnStatus><statusCode>SRM_SUCCESS</statusCode></returnStatus></r></E:Envelope>"

func optionsFor(t *testing.T, g *srmtest.Grid) options {
	t.Helper()
	directory := t.TempDir()
	for name, text := range map[string][]byte{"alice-voms": g.Proxy, "ca.0": g.Authority} {
		if err := os.WriteFile(filepath.Join(directory, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return options{endpoint: g.Address, sfnRoot: "/vo", proxies: directory, certificates: directory,
		json: filepath.Join(directory, "x.json"), html: filepath.Join(directory, "x.html"),
		processes: processes{"server": {os.Getpid()}}}
}

func read(t *testing.T, o options) result.Run {
	t.Helper()
	text, err := os.ReadFile(o.json)
	if err != nil {
		t.Fatal(err)
	}
	var run result.Run
	if err := json.Unmarshal(text, &run); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(o.html)
	if err != nil || !strings.Contains(string(page), `class="plot">`) {
		t.Fatal(err, "no picture in the report")
	}
	return run
}

func scenarioOf(t *testing.T, text string) *scenario.Scenario {
	t.Helper()
	s, err := scenario.Parse("x", "x.scn", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestARunWritesFiguresAndReportAndTidiesUp(t *testing.T) {
	bodies := make(chan string, 100000)
	g := srmtest.New(t, func(r srmtest.Request) string {
		bodies <- r.Body
		return fine
	})
	o := optionsFor(t, g)
	s := scenarioOf(t, "title: t\nclients: 1 3\nsequence: mkdir rmdir\nconnection: new kept\nduration: 100ms\nwarm-up: 50ms\nexpect: failures <= 0\n")
	if err := play(context.Background(), o, s, "the text"); err != nil {
		t.Fatal(err)
	}
	run := read(t, o)
	if len(run.Points) != 4 || run.Points[3].Value != 3 || run.Points[3].Connection != "kept" || len(run.Samples) == 0 ||
		len(run.Verdicts) != 4 || !run.Verdicts[0].Met || run.Text != "the text" || run.WarmUp <= 0 {
		t.Fatalf("%+v", run)
	}
	if p := run.Points[3]; p.Total().Done < 3 || p.Commands != 2*p.Total().Done || p.Metrics["orderly"] != 1 {
		t.Fatalf("%+v", run.Points[3])
	}
	last := ""
	for len(bodies) > 0 {
		last = <-bodies
	}
	if !strings.Contains(last, "srmRmdir") || !strings.Contains(last, "<recursive>true") {
		t.Errorf("the last command was %s", last)
	}
}

func TestARunThatIsStoppedSaysSoAndKeepsWhatItHas(t *testing.T) {
	ctx, stop := context.WithTimeout(context.Background(), 30*time.Second)
	defer stop()
	n := 0
	g := srmtest.New(t, func(r srmtest.Request) string {
		if strings.Contains(r.Body, "srmMkdir") { // the run's directory, and one for each value
			if n++; n == 3 {
				stop()
			}
		}
		return fine
	})
	o := optionsFor(t, g)
	s := scenarioOf(t, "title: t\nclients: 1 2 3\nsequence: rm\nduration: 100ms\n")
	err := play(ctx, o, s, "")
	if err == nil || !strings.Contains(err.Error(), "not complete") {
		t.Fatalf("got %v", err)
	}
	if run := read(t, o); len(run.Points) != 1 || run.Incomplete == "" {
		t.Fatalf("%+v", run)
	}
}

func TestAMissedExpectationIsAnError(t *testing.T) {
	g := srmtest.New(t, func(r srmtest.Request) string {
		if strings.Contains(r.Body, "srmRm>") {
			return strings.Replace(fine, "SRM_SUCCESS", "SRM_FATAL_INTERNAL_ERROR", 1)
		}
		return fine
	})
	s := scenarioOf(t, "title: t\nsequence: rm\nduration: 100ms\npause: 10ms\nexpect: failures <= 0\n")
	if err := play(context.Background(), optionsFor(t, g), s, ""); err == nil || !strings.Contains(err.Error(), "1 expectations") {
		t.Fatalf("got %v", err)
	}
}

func TestDirectoriesAreMadeAsDeepAsTheAxisSays(t *testing.T) {
	made := make(chan string, 1000)
	g := srmtest.New(t, func(r srmtest.Request) string {
		if at := strings.Index(r.Body, "<SURL>"); at >= 0 && strings.Contains(r.Body, "srmMkdir>") {
			made <- r.Body[at+6 : at+strings.Index(r.Body[at:], "</SURL>")]
		}
		return fine
	})
	s := scenarioOf(t, "title: t\ndepth: 4\nsequence: ls\nduration: 100ms\n")
	if err := play(context.Background(), optionsFor(t, g), s, ""); err != nil {
		t.Fatal(err)
	}
	deepest := ""
	for len(made) > 0 {
		deepest = <-made
	}
	if !strings.HasSuffix(deepest, "/p01/d/d/d") {
		t.Fatal(deepest)
	}
}

func TestWhatIsComparedIsPlayedByTheSameClients(t *testing.T) {
	g := srmtest.New(t, func(srmtest.Request) string { return fine })
	o := optionsFor(t, g)
	s := scenarioOf(t, "title: t\nclients: 2\nsequence: rm\nbeside: ls rm\nduration: 100ms\nexpect: goodput-over-beside >= 0\n")
	if err := play(context.Background(), o, s, ""); err != nil {
		t.Fatal(err)
	}
	p := read(t, o).Points[0]
	if p.Beside == nil || p.Beside.Done < 2 || p.Beside.Failed > 0 || len(p.Groups[0].Steps) != 1 || p.Metrics["goodput-over-beside"] <= 0 {
		t.Fatalf("%+v", p)
	}
}

func TestPayloadsAreMadeOnceBySizeAndRemoved(t *testing.T) {
	p := &player{payloads: map[int]string{}, scenario: scenarioOf(t, "title: t\nsequence: put copy\nsize: 12345\ngroup: a\ngroup: b\n")}
	if err := p.makePayloads(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(p.payloads[12345])
	if err != nil || info.Size() != 12345 || len(p.payloads) != 1 {
		t.Fatal(err, p.payloads)
	}
	p.removePayloads()
	if _, err := os.Stat(p.payloads[12345]); !os.IsNotExist(err) {
		t.Fatal("it is left")
	}
	none := &player{payloads: map[int]string{}, scenario: scenarioOf(t, "title: t\nsequence: ls\n")}
	if err := none.makePayloads(); err != nil || len(none.payloads) != 0 {
		t.Fatal(err, none.payloads)
	}
}

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "-"+serveApart {
		serve()
		return
	}
	os.Exit(m.Run())
}

func TestAGroupInAProcessOfItsOwnIsInTheFiguresAsOthersAre(t *testing.T) {
	g := srmtest.New(t, func(srmtest.Request) string { return fine })
	o := optionsFor(t, g)
	s := scenarioOf(t, "title: t\nclients: 1 4\nsequence: rm\nduration: 200ms\nwarm-up: 50ms\nhosts: 1\n"+
		"loops: 100ms\ngroup: greedy\nprocess: own\ngroup: modest\nclients: 2\n")
	if err := play(context.Background(), o, s, ""); err != nil {
		t.Fatal(err)
	}
	run := read(t, o)
	p := run.Points[1]
	if len(p.Groups) != 2 || p.Groups[0].Name != "greedy" || p.Groups[0].Clients != 4 || p.Groups[1].Clients != 2 ||
		p.Groups[0].Sequences.Done < 4 || p.Groups[1].Sequences.Done < 2 || p.Commands != p.Total().Done || p.CPU["client"] <= 0 {
		t.Fatalf("%+v", p)
	}
	if p.Loops == nil || p.Loops.Count < 1 || p.Loops.Done < 2 || p.Metrics["median-over-loops"] <= 0 ||
		p.Groups[1].Connecting.P50 <= 0 || p.Groups[1].Connecting.P50 > p.Groups[1].Sequences.Times.Max {
		t.Fatalf("%+v beside %+v", p, p.Loops)
	}
	for i := 1; i < len(run.Samples); i++ {
		if run.Samples[i].CPU["client"] < run.Samples[i-1].CPU["client"] {
			t.Fatal("CPU of a process that has ended is lost")
		}
	}
}
