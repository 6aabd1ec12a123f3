package load

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/result"
	"bora/loadtests/scenario"
	"bora/loadtests/srmtest"
)

// reply is a SOAP answer with the statuses of the request and of its file.
func reply(code, file, more string) string {
	return "<E:Envelope><r><returnStatus><statusCode>" + code + "</statusCode></returnStatus>" + more +
		"<statusArray><status><statusCode>" + file + "</statusCode></status></statusArray></r></E:Envelope>"
}

func turl(path string) string { return "<transferURL>gsiftp://localhost:1" + path + "</transferURL>" }

// seen counts commands and remembers names.
type seen struct {
	mutex sync.Mutex
	calls map[string]int
	surls map[string]bool
}

func (s *seen) note(body string) (operation string, nth int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	from := strings.Index(body, "<srm:") + 5
	operation = body[from : from+strings.IndexByte(body[from:], '>')]
	s.calls[operation]++
	if at := strings.Index(body, "srm://"); at >= 0 {
		s.surls[body[at:at+strings.IndexByte(body[at:], '<')]] = true
	}
	return operation, s.calls[operation]
}

func play(t *testing.T, text string, answer func(operation string, nth int) string) (Figures, *seen) {
	t.Helper()
	for _, usual := range []string{"title: t", "users: alice", "duration: 100ms", "patience: 2s", "poll: 10ms", "pause: 10ms", "limit: 10s"} {
		if key, _, _ := strings.Cut(usual, " "); !strings.Contains(text, key) {
			text += usual + "\n"
		}
	}
	s, err := scenario.Parse("x", "x.scn", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	saw := &seen{calls: map[string]int{}, surls: map[string]bool{}}
	g := srmtest.New(t, func(r srmtest.Request) string { return answer(saw.note(r.Body)) })
	l, err := Prepare(context.Background(), s, s.Axis.Values[0], s.Connections[0], siteOf(t, g))
	if err != nil {
		t.Fatal(err)
	}
	figures := l.Run(context.Background())
	if untidied := l.Tidy(context.Background()); untidied > 0 {
		t.Errorf("%d are untidied", untidied)
	}
	return figures, saw
}

func siteOf(t *testing.T, g *srmtest.Grid) Site {
	t.Helper()
	user, err := client.ParseCredential(g.Proxy)
	if err != nil {
		t.Fatal(err)
	}
	server, err := client.NewServer(g.Address, user, g.Trust, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	return Site{Servers: map[string]*client.Server{"alice": server}, Directory: "srm://h/d"}
}

func TestASequenceEndsWithItsTurlHoweverOftenItIsAskedFor(t *testing.T) {
	f, saw := play(t, "clients: 3\nsequence: ls rm put\nafter: rm\n", func(operation string, nth int) string {
		switch operation {
		case "srmPrepareToPut":
			return reply("SRM_REQUEST_QUEUED", "SRM_REQUEST_QUEUED", "<requestToken>7</requestToken>")
		case "srmStatusOfPutRequest":
			if nth%2 == 1 {
				return reply("SRM_REQUEST_INPROGRESS", "SRM_REQUEST_INPROGRESS", "")
			}
			return reply("SRM_SUCCESS", "SRM_SPACE_AVAILABLE", turl("/x"))
		}
		return reply("SRM_FAILURE", "SRM_INVALID_PATH", "")
	})
	s := f.Groups[0].Sequences
	if s.Done < 3 || s.Refused+s.Failed+s.Unforeseen+s.Cut > 0 || s.Times.Mean <= 0 || s.Times.Max < s.Times.P50 {
		t.Fatalf("%+v", f)
	}
	if len(f.Groups[0].Steps) != 3 || f.Groups[0].Steps[2].Done != s.Done || f.Commands < 4*s.Done {
		t.Fatalf("%+v", f)
	}
	if saw.calls["srmRm"] != int(s.Done)+3 {
		t.Errorf("%v: the last rm is not part of what is measured", saw.calls)
	}
	if len(f.Groups[0].Users) != 3 || len(saw.surls) != 3 || !saw.surls["srm://h/d/all-0001"] {
		t.Errorf("%v %v", f.Groups[0].Users, saw.surls)
	}
}

func TestRefusalsAreNoFailuresAndNeitherAreTimed(t *testing.T) {
	f, _ := play(t, "clients: 1\nsequence: rm\nconnection: kept\nrounds: 8\n", func(_ string, nth int) string {
		switch nth % 4 {
		case 1:
			return reply("SRM_INTERNAL_ERROR", "", "")
		case 2:
			return reply("SRM_FAILURE", "SRM_AUTHORIZATION_FAILURE", "")
		case 3:
			return srmtest.HangUp
		}
		return reply("SRM_SUCCESS", "SRM_SUCCESS", "")
	})
	g := f.Groups[0]
	if g.Sequences.Done == 0 || g.Sequences.Refused == 0 || g.Sequences.Unforeseen == 0 || g.Sequences.Failed == 0 {
		t.Fatalf("%+v", g)
	}
	if g.Answers["SRM_INTERNAL_ERROR"] != g.Sequences.Refused || g.Answers["closed"] != g.Sequences.Failed ||
		g.Answers["SRM_AUTHORIZATION_FAILURE"] != g.Sequences.Unforeseen || len(g.Examples) != 3 {
		t.Fatalf("%+v", g)
	}
}

func TestWhatComesBeforeTheLoadWaitsForABusyService(t *testing.T) {
	f, saw := play(t, "clients: 1\nbefore: mkdir\npause: 10ms\nsequence: rm\n", func(operation string, nth int) string {
		if operation == "srmMkdir" && nth < 3 {
			return reply("SRM_INTERNAL_ERROR", "", "")
		}
		return reply("SRM_SUCCESS", "SRM_SUCCESS", "")
	})
	if f.Groups[0].Sequences.Done == 0 || f.Groups[0].Sequences.Refused > 0 || saw.calls["srmMkdir"] < 3 {
		t.Fatalf("%+v %v", f.Groups[0], saw.calls)
	}
}

func TestPatienceIsForTheWholeCommand(t *testing.T) {
	f, _ := play(t, "clients: 2\nsequence: ls\npatience: 200ms\n", func(string, int) string { return srmtest.Hang })
	g := f.Groups[0]
	if g.Sequences.Failed < 2 || g.Answers["time-out"] != g.Sequences.Failed || f.Seconds > 5 {
		t.Fatalf("%+v", f)
	}
}

func TestTheLimitEndsEverything(t *testing.T) {
	f, _ := play(t, "clients: 2\nsequence: ls\npatience: 9s\nlimit: 1s\n", func(string, int) string { return srmtest.Hang })
	g := f.Groups[0]
	if g.Sequences.Cut != 2 || g.Sequences.Failed != 0 || g.Sequences.Ended() != 0 || f.Seconds > 5 {
		t.Fatalf("%+v", f)
	}
}

func TestACancelledRunDoesNotWaitForPatience(t *testing.T) {
	begun := make(chan struct{}, 10)
	s, err := scenario.Parse("x", "x.scn", "title: t\nsequence: ls\nusers: alice\npatience: 1m\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	g := srmtest.New(t, func(srmtest.Request) string {
		begun <- struct{}{}
		return srmtest.Hang
	})
	l, err := Prepare(context.Background(), s, 1, scenario.New, siteOf(t, g))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-begun
		cancel()
	}()
	if f := l.Run(ctx); f.Seconds > 20 || f.Groups[0].Sequences.Cut != 1 {
		t.Fatalf("%+v", f)
	}
}

func TestRoundsAndCallsBoundTheSequences(t *testing.T) {
	ok := func(string, int) string { return reply("SRM_SUCCESS", "SRM_SUCCESS", "") }
	f, saw := play(t, "clients: 2\nsequence: mkdir\nname: new\nrounds: 40\nduration: 100ms\n", ok)
	if f.Groups[0].Sequences.Done < 80 || len(saw.surls) != int(f.Groups[0].Sequences.Done) {
		t.Fatalf("%+v, %d names", f, len(saw.surls))
	}
	f, _ = play(t, "clients: 2\nsequence: ls\nduration: 5s\ncalls: 10\n", ok)
	if f.Commands < 10 || f.Commands > 12 || f.Seconds > 4 {
		t.Fatalf("%+v", f)
	}
}

func TestBytesGoWhereTheTurlPoints(t *testing.T) {
	file := filepath.Join(t.TempDir(), "upload")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f, _ := play(t, "clients: 1\nsequence: put write done\nsize: 100000\n", func(operation string, _ int) string {
		if operation == "srmPrepareToPut" {
			return reply("SRM_SUCCESS", "SRM_SPACE_AVAILABLE", turl(file))
		}
		return reply("SRM_SUCCESS", "SRM_SUCCESS", "")
	})
	if written, _ := os.ReadFile(file); len(written) != 100000 || f.Groups[0].Sequences.Failed > 0 {
		t.Fatalf("%d bytes, %+v", len(written), f)
	}
}

// copier stands in for globus-url-copy: -p STREAMS file://FROM gsiftp://localhost:1TO.
const copier = `#!/bin/sh
[ "$X509_USER_PROXY" = "the proxy" ] && [ "$2" = 5 ] || { echo "called wrongly: $*"; exit 1; }
cp "${3#file://}" "${4#gsiftp://localhost:1}"
`

func TestTransfersGoToTheTurlAndBesideIt(t *testing.T) {
	directory := t.TempDir()
	script, payload, upload := filepath.Join(directory, "copier"), filepath.Join(directory, "payload"), filepath.Join(directory, "upload")
	for file, text := range map[string]string{script: copier, payload: "the bytes"} {
		if err := os.WriteFile(file, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	g := srmtest.New(t, func(srmtest.Request) string { return reply("SRM_SUCCESS", "SRM_SPACE_AVAILABLE", turl(upload)) })
	site := siteOf(t, g)
	site.Transfer, site.Payloads, site.Proxies = script, map[int]string{9: payload}, map[string]string{"alice": "the proxy"}
	site.Door = "gsiftp://localhost:1" + directory
	run := func(text string) result.Group {
		s, err := scenario.Parse("x", "x.scn", "title: t\nusers: alice\nduration: 100ms\nsize: 9\n"+text, nil)
		if err != nil {
			t.Fatal(err)
		}
		l, err := Prepare(context.Background(), s, 1, scenario.New, site)
		if err != nil {
			t.Fatal(err)
		}
		return l.Run(context.Background()).Groups[0]
	}
	if got := run("sequence: put copy\nstreams: 5\n"); got.Sequences.Done == 0 || got.Sequences.Failed > 0 {
		t.Fatalf("%+v", got)
	}
	if written, _ := os.ReadFile(upload); string(written) != "the bytes" {
		t.Errorf("%q was written", written)
	}
	if got := run("sequence: direct\nstreams: 5\n"); got.Sequences.Done == 0 || got.Sequences.Failed > 0 {
		t.Fatalf("%+v", got)
	}
	if left, _ := filepath.Glob(directory + "/direct-*"); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
	if got := run("sequence: put copy\nstreams: 6\n"); got.Sequences.Failed == 0 || !strings.Contains(got.Examples[0], "called wrongly") {
		t.Fatalf("%+v", got)
	}
}

func TestWhatCannotBePreparedIsAnError(t *testing.T) {
	s, err := scenario.Parse("x", "x.scn", "title: t\nsequence: ls\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Prepare(context.Background(), s, 1, scenario.New, Site{}); err == nil || !strings.Contains(err.Error(), "alice-voms") {
		t.Fatalf("got %v", err)
	}
}

func TestQuantiles(t *testing.T) {
	var values []float64
	for i := 100; i > 0; i-- {
		values = append(values, float64(i))
	}
	got := result.TimesOf(values)
	if got != (result.Times{Mean: 50.5, P50: 50, P99: 99, Min: 1, Max: 100}) {
		t.Fatal(fmt.Sprintf("%+v", got))
	}
	if got := result.TimesOf([]float64{7}); got.P50 != 7 || got.P99 != 7 {
		t.Fatalf("%+v", got)
	}
}
