package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bora/loadtests/client"
)

var idle = step{Name: "idle", Seconds: 10, Counted: map[string]int64{"Questions": 20, "Com_select": 10}}

func TestWhatTheDatabaseDoesAnywayIsSubtracted(t *testing.T) {
	s := step{Name: "srmPutDone", Files: 100, Calls: 100, Seconds: 20, Counted: map[string]int64{
		"Com_select": 220, "Com_update": 100, "Com_commit": 100, "Innodb_os_log_fsyncs": 50,
	}}
	got := figuresOf(s, idle)
	if got != (figures{calls: 1, work: 3, commits: 1, syncs: 0.5}) {
		t.Fatalf("got %+v", got)
	}
	if got := perFile(step{Files: 1, Seconds: 20}, idle, "Com_select"); got != 0 {
		t.Fatalf("%v is less than nothing", got)
	}
}

func TestTheReportSaysWhatWasMissed(t *testing.T) {
	put := step{Name: "srmPrepareToPut", Files: 10, Calls: 20, Seconds: 1,
		Counted: map[string]int64{"Com_insert": 60, "Com_commit": 10}}
	done := step{Name: "srmPutDone", Files: 10, Calls: 10, Seconds: 1,
		Counted: map[string]int64{"Com_update": 20, "Com_commit": 20}}
	var out strings.Builder
	report(&out, options{puts: 10}, []step{idle, put, {Name: "transfer", Files: 10, Seconds: 1}, done})
	for _, wanted := range []string{
		"srmPrepareToPut: 6.00 statements (target <= 5: MISSED), 1.00 commits (target <= 1: met)",
		"srmPutDone: 2.00 statements (target <= 5: met), 2.00 commits (target <= 1: MISSED)",
		"commands per TURL: 2.00 (target 1: MISSED",
	} {
		if !strings.Contains(out.String(), wanted) {
			t.Errorf("%q is not in\n%s", wanted, out.String())
		}
	}
}

func TestAStepIsTheDifferenceWithoutItsOwnQuestion(t *testing.T) {
	n := int64(0)
	server, err := client.NewServer("localhost:1", &client.Credential{}, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{server: server, counters: func() (map[string]int64, error) {
		n++
		return map[string]int64{"Questions": n * 5, "Com_show_status": n, "Uptime": 7}, nil
	}}
	if err := b.step("x", 1, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	got := b.steps[0].Counted
	if got["Questions"] != 4 || got["Com_show_status"] != 0 || got["Uptime"] != 0 {
		t.Fatalf("got %v", got)
	}
	if err := b.step("x", 1, func() error { return errors.New("broken") }); err == nil {
		t.Fatal("the failure was lost")
	}
}

func TestOnlyAFileThatIsThereIsFilled(t *testing.T) {
	file := filepath.Join(t.TempDir(), "upload")
	if err := overwrite(file, []byte("x")); err == nil {
		t.Fatal("a file that Bora had not made was made")
	}
	if err := os.WriteFile(file, []byte("older and longer"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := overwrite(file, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(file); string(text) != "new" {
		t.Fatalf("%q", text)
	}
}

func TestARefusalStopsTheBench(t *testing.T) {
	if done(&client.Reply{Code: "SRM_SUCCESS"}, nil) != nil {
		t.Fatal("success is no failure")
	}
	if err := done(&client.Reply{Code: "SRM_FAILURE", Explanation: "no"}, nil); err == nil ||
		!strings.Contains(err.Error(), "no") {
		t.Fatalf("got %v", err)
	}
}
