package apart

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bora/loadtests/scenario"
	"bora/loadtests/srmtest"
)

const fine = "<E:Envelope><r><returnStatus><statusCode>SRM_SUCCESS</statusCode></returnStatus></r></E:Envelope>"

// served makes this test program the other process too.
const served = "BORA_TEST_SERVES_APART"

func TestMain(m *testing.M) {
	if os.Getenv(served) == "" {
		os.Exit(m.Run())
	}
	if err := Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
}

func started(t *testing.T, g *srmtest.Grid, text string) (*Process, error) {
	t.Helper()
	t.Setenv(served, "yes")
	directory := t.TempDir()
	for name, content := range map[string][]byte{"alice-voms": g.Proxy, "ca.0": g.Authority} {
		if err := os.WriteFile(filepath.Join(directory, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := scenario.Parse("x", "x.scn", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Start(context.Background(), []string{os.Args[0]}, Job{Scenario: *s, Value: 3, Connection: scenario.New,
		Endpoint: g.Address, Directory: "srm://h/d", Proxies: directory, Certificates: directory})
	if err == nil {
		t.Cleanup(func() { p.End() })
	}
	return p, err
}

func TestClientsOfAnotherProcessDoWhatTheScenarioSays(t *testing.T) {
	from := make(chan string, 100000)
	g := srmtest.New(t, func(r srmtest.Request) string {
		from <- r.From
		return fine
	})
	p, err := started(t, g, "title: t\nclients: 1 3\nsequence: rm\nbefore: mkdir\nafter: rmdir\nhosts: 2\nduration: 200ms\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(from) != 3 {
		t.Fatalf("%d commands came before", len(from))
	}
	figures, err := p.Run(context.Background())
	if err != nil || figures.Groups[0].Sequences.Done < 3 || figures.Commands != figures.Groups[0].Sequences.Done {
		t.Fatal(err, figures)
	}
	if untidied, err := p.Tidy(context.Background()); untidied != 0 || err != nil {
		t.Fatal(untidied, err)
	}
	if p.Pid() == os.Getpid() || p.End() <= 0 {
		t.Fatal("it used no CPU time of its own")
	}
	hosts := map[string]bool{}
	for len(from) > 0 {
		host, _, _ := strings.Cut(<-from, ":")
		hosts[host] = true
	}
	if len(hosts) != 2 {
		t.Fatal(hosts)
	}
}

func TestTheEndOfTheRunEndsItsClientsAndLetsThemTidyUp(t *testing.T) {
	begun := make(chan struct{}, 100)
	g := srmtest.New(t, func(r srmtest.Request) string {
		if strings.Contains(r.Body, "srmRmdir") {
			return fine
		}
		begun <- struct{}{}
		return srmtest.Hang
	})
	p, err := started(t, g, "title: t\nclients: 1\nsequence: ls\nafter: rmdir\npatience: 1m\n")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-begun
		cancel()
	}()
	figures, err := p.Run(ctx)
	if err != nil || figures.Seconds > 20 || figures.Groups[0].Sequences.Cut != 3 {
		t.Fatal(err, figures)
	}
	if untidied, err := p.Tidy(context.Background()); untidied != 0 || err != nil {
		t.Fatal(untidied, err)
	}
}

func TestAProcessWhoseClientsCannotBeMadeSaysWhy(t *testing.T) {
	g := srmtest.New(t, func(srmtest.Request) string { return fine })
	if _, err := started(t, g, "title: t\nsequence: ls\nusers: nobody\n"); err == nil || !strings.Contains(err.Error(), "nobody") {
		t.Fatal(err)
	}
}

func TestAProcessThatHasGoneIsAnError(t *testing.T) {
	g := srmtest.New(t, func(srmtest.Request) string { return fine })
	p, err := started(t, g, "title: t\nsequence: ls\n")
	if err != nil {
		t.Fatal(err)
	}
	p.End()
	if _, err := p.Run(context.Background()); err == nil {
		t.Fatal("nobody was asked")
	}
}

func TestClientsEndWithTheOtherSide(t *testing.T) {
	g := srmtest.New(t, func(srmtest.Request) string { return srmtest.Hang })
	p, err := started(t, g, "title: t\nsequence: ls\npatience: 1m\n")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.encoder.Encode(begin); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	p.End()
	if time.Since(begun) >= endsWithin {
		t.Fatal("it had to be killed")
	}
}
