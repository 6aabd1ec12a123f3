package scenario

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

func parse(t *testing.T, text string, overrides ...string) *Scenario {
	t.Helper()
	s, err := Parse("x", "x.scn", text, overrides)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestWhatIsSaidIsRead(t *testing.T) {
	s := parse(t, `# a comment
title: All of it
clients: 1 10 2000
sequence: ls rm put
before: mkdir
after: rmdir
connection: new kept
patience: 15s
think: 1s
pause: 2s
poll: 500ms
users: alice-voms bob-voms
name: new
hosts: 20
beside: direct
size: 5000
streams: 15
duration: 5s
rounds: 3
calls: 1000
limit: 1m
ramp: 2s
warm-up: 10s
reference: 3s
busy-loops: 2
expect: failures <= 0 at clients <= 10
published: time 500 40 StoRM at CNAF, 2007
`)
	g := s.Groups[0]
	want := Group{Name: "all", Before: []Step{Mkdir}, Sequence: []Step{Ls, Rm, Put}, After: []Step{Rmdir},
		Patience: 15 * time.Second, Think: time.Second, Pause: 2 * time.Second, Poll: 500 * time.Millisecond,
		Users: []string{"alice-voms", "bob-voms"}, FreshName: true, Hosts: 20, Beside: []Step{Direct}, Size: 5000, Streams: 15}
	if !reflect.DeepEqual(g, want) {
		t.Errorf("group %+v", g)
	}
	if s.Axis.Key != Clients || !reflect.DeepEqual(s.Axis.Values, []int{1, 10, 2000}) || s.Calls != 1000 || s.Rounds != 3 ||
		s.BusyLoops != 2 || len(s.Connections) != 2 || s.Published[0] != (Published{"time", 500, 40, "StoRM at CNAF, 2007"}) {
		t.Errorf("scenario %+v", s)
	}
	if s.Longest() != 30*time.Second+6*(2*time.Minute+6*time.Second+setUp) {
		t.Errorf("at most %s", s.Longest())
	}
}

func TestGroupsHaveWhatTheWholeHasUnlessTheySayOtherwise(t *testing.T) {
	s := parse(t, "title: t\nclients: 1 100\nsequence: ls\nthink: 1s\ngroup: greedy\n  think: 0s\ngroup: modest\nclients: 31\nusers: 31\n")
	greedy, modest := s.Groups[0], s.Groups[1]
	if greedy.Think != 0 || modest.Think != time.Second || s.ClientsAt(greedy, 100) != 100 || s.ClientsAt(modest, 100) != 31 {
		t.Fatalf("%+v", s.Groups)
	}
	if len(modest.Users) != 31 || modest.Users[30] != "load-031" || greedy.Users[0] != "alice-voms" {
		t.Fatalf("%v %v", greedy.Users, modest.Users)
	}
}

func TestAGroupMayHaveAProcessOfItsOwn(t *testing.T) {
	s := parse(t, "title: t\nclients: 1 100\nsequence: ls\ngroup: greedy\nprocess: own\ngroup: modest\nprocess: shared\n")
	if !s.Groups[0].Apart || s.Groups[1].Apart {
		t.Fatalf("%+v", s.Groups)
	}
	here := s.With(func(g Group) bool { return !g.Apart })
	if len(here.Groups) != 1 || here.Groups[0].Number != 1 || len(s.Groups) != 2 {
		t.Fatalf("%+v", here.Groups)
	}
	for text, why := range map[string]string{
		"title: t\nsequence: ls\nprocess: mine\n":                 "neither own nor shared",
		"title: t\nsequence: ls\nprocess: own\ncalls: 5\n":        "within one process",
		"title: t\nsequence: put\nbeside: direct\nprocess: own\n": "processes already",
	} {
		if _, err := Parse("x", "x.scn", text, nil); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestWhatIsSetReplacesWhatTheFileSays(t *testing.T) {
	text := "title: t\nclients: 1 100\nsequence: ls\nduration: 60s\ngroup: a\ngroup: b\nclients: 31\n"
	s := parse(t, text, "clients=1 5", "duration=1s", "pause=0s")
	if !reflect.DeepEqual(s.Axis.Values, []int{1, 5}) || s.Duration != time.Second || s.Groups[1].Clients != 31 || s.Groups[0].Pause != 0 {
		t.Fatalf("%+v", s)
	}
	for _, wrong := range []string{"clients", "clients=x", "nothing=1", "expect=failures <= 0", "group=x"} {
		if _, err := Parse("x", "x.scn", text, []string{wrong}); err == nil || !strings.Contains(err.Error(), "--set "+wrong) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

func TestMistakesAreToldWithFileLineAndRule(t *testing.T) {
	const good = "title: t\nsequence: ls\n"
	for text, wanted := range map[string]string{
		good + "clients 5":                                 "x.scn:3: 'clients 5' is not KEY: VALUE",
		good + "clients:":                                  "x.scn:3: clients: has no value",
		good + "colour: red":                               "x.scn:3: colour: there is no such key",
		good + "title: again":                              "x.scn:3: title: is said twice",
		good + "clients: 0":                                "x.scn:3: clients: '0' is no whole number from 1 to 4000",
		good + "clients: 5000":                             "from 1 to 4000",
		good + "clients: 10 5":                             "5 comes after 10: the numbers must grow",
		good + "width: 1\ndepth: 1":                        "x.scn:4: depth: there is an axis already: width",
		good + "connection: old":                           "'old' is none of new, kept, and new kept",
		good + "duration: 5":                               "'5' is no time such as",
		good + "duration: 13h":                             "is not within 100ms and 12h0m0s",
		good + "before: jump":                              "there is no step 'jump'",
		good + "users: ../x":                               "'../x' is no name of a proxy",
		good + "users: 1000":                               "1 to 256 users can be made",
		good + "hosts: many":                               "'many' is no whole number from 1 to 250",
		good + "name: old":                                 "neither new nor kept",
		good + "group: A":                                  "x.scn:3: group: 'A' is not a word",
		good + "group: a\ngroup: a":                        "x.scn:4: group: there is one 'a' already",
		good + "group: a\nduration: 1s":                    "x.scn:4: duration: is no key of a group",
		good + "expect: joy >= 1":                          "x.scn:3: expect: there is no metric 'joy'",
		good + "expect: failures <= 1 on old":              "[on new|kept]",
		good + "expect: failures < 1":                      "x.scn:3: expect: 'failures < 1' is not: METRIC",
		good + "expect: failures <= 0 at width = 1":        "at clients",
		good + "published: joy 1 2 x":                      "is not: time|rate|cpu|handshakes AT VALUE LABEL",
		good + "duration: 2m\nlimit: 1m":                   "x.scn: limit: 1m0s is shorter than duration, 2m0s",
		good + "duration: 11h\nlimit: 12h\nclients: 1 2 3": "x.scn: limit: all values together may take",
		"sequence: ls":                                     "x.scn: title: is missing",
		"title: t":                                         "x.scn: sequence: is missing in group all",
		good + "clients: 3000\ngroup: a\ngroup: b":         "x.scn: clients: 6000 in all groups",
	} {
		if _, err := Parse("x", "x.scn", text, nil); err == nil || !strings.Contains(err.Error(), wanted) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestTheAxisMayStandBelowWhatIsExpectedOfIt(t *testing.T) {
	s := parse(t, "title: t\nsequence: ls\nexpect: median-over-least <= 1.2 at width >= 100\nwidth: 10 1000\n")
	e := s.Expected[0]
	if e.Applies(10, New) || !e.Applies(1000, Kept) || !e.Met(1.2) || e.Met(1.21) {
		t.Fatalf("%+v", e)
	}
}

func TestAnExpectationMayBeOfOneKindOfConnection(t *testing.T) {
	s := parse(t, "title: t\nclients: 4 16\nsequence: ls\nexpect: server-us <= 100 at clients = 4 on kept\nexpect: failures <= 0 on new\n")
	at, any := s.Expected[0], s.Expected[1]
	if at.Applies(4, New) || at.Applies(16, Kept) || !at.Applies(4, Kept) || any.Applies(4, Kept) || !any.Applies(16, New) || !strings.HasSuffix(at.Text, "on kept") {
		t.Fatalf("%+v", s.Expected)
	}
}

func TestTheScenariosOfTheHouseAreRight(t *testing.T) {
	files, err := filepath.Glob("../scenarios/*.scn")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if _, err := Load(file, nil); err != nil {
			t.Error(err)
		}
	}
}
