package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// onTape is a run with a volume on which one file lies.
func onTape(t *testing.T, text, mark string) (*run, map[string]copyOf) {
	t.Helper()
	r := runIn(t)
	r.tapes, r.library = list{area}, t.TempDir()
	if err := os.Mkdir(filepath.Join(r.library, "volumes"), 0o755); err != nil {
		t.Fatal(err)
	}
	volume := make([]byte, 3*block)
	copy(volume[block:], "BORAOBJ101234567"+mark+"\n")
	copy(volume[2*block:], text)
	if err := os.WriteFile(filepath.Join(r.library, "volumes", "V00001.tape"), volume, 0o644); err != nil {
		t.Fatal(err)
	}
	return r, map[string]copyOf{"vo/a": {"V00001", block, int64(len(text))}}
}

func (r *run) hasStub(t *testing.T, name string, size int64) {
	t.Helper()
	r.has(t, name, "")
	if err := os.Truncate(r.path(name), size); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setxattr(r.path(name), stub, []byte("v1 644"), 0); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(r.path(name), 0); err != nil {
		t.Fatal(err)
	}
}

func TestAStubHoldsWhatItsCopyOnTapeHolds(t *testing.T) {
	for text, right := range map[string]bool{"hello": true, "hellO": false, "hell": false} {
		r, copies := onTape(t, text, "L")
		r.hasStub(t, "vo/a", 5)
		r.journal.is("vo/a", of("hello"), "srmPutDone")
		e, _ := r.journal.of("vo/a")
		if told := judge(e, r.with(copies, "vo/a", look(r.path("vo/a")))); (told == "") != right {
			t.Errorf("%q: %s", text, told)
		}
	}
}

func TestAStubWithoutItsCopyIsLost(t *testing.T) {
	r, copies := onTape(t, "hello", "D") // removed from tape
	r.hasStub(t, "vo/a", 5)
	r.journal.is("vo/a", of("hello"), "srmPutDone")
	e, _ := r.journal.of("vo/a")
	if told := judge(e, r.with(copies, "vo/a", look(r.path("vo/a")))); !strings.Contains(told, "no live object") {
		t.Error(told)
	}
	if told := judge(e, r.with(map[string]copyOf{}, "vo/a", look(r.path("vo/a")))); !strings.Contains(told, "without a copy") {
		t.Error(told)
	}
}

func TestTheCopyOfAFileOnDiskIsTheSame(t *testing.T) {
	for text, right := range map[string]bool{"hello": true, "other": false} {
		r, copies := onTape(t, text, "L")
		r.has(t, "vo/a", "hello")
		r.journal.is("vo/a", of("hello"), "srmPutDone")
		e, _ := r.journal.of("vo/a")
		if told := judge(e, r.with(copies, "vo/a", look(r.path("vo/a")))); (told == "") != right {
			t.Errorf("%q: %s", text, told)
		}
	}
}

func TestAStubIsNotOnDisk(t *testing.T) {
	r := runIn(t)
	r.has(t, "vo/a", "x")
	r.hasStub(t, "vo/b", 1)
	if told := offDisk(r.path("vo/a")); told != "" {
		t.Error(told)
	}
	if told := offDisk(r.path("vo/b")); told != "on tape only" {
		t.Error(told)
	}
	if told := offDisk(r.path("vo/c")); !strings.Contains(told, "missing") {
		t.Error(told)
	}
}
