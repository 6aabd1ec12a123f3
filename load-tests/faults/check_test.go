package main

import (
	"hash/adler32"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func runIn(t *testing.T) *run {
	t.Helper()
	j, err := newJournal(filepath.Join(t.TempDir(), "journal"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.close() })
	return &run{options: options{root: t.TempDir(), endpoint: "h:1", sfnRoot: "/vo"}, journal: j, began: time.Now(),
		repeated: map[string]int{}, injected: map[string]int{}}
}

func (r *run) has(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(r.path(name), []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func entryOf(name string, f fate, content string) entry {
	return entry{Name: name, Fate: f, Size: len(content), Sum: adler32.Checksum([]byte(content))}
}

func TestWhatWasAcknowledgedMustBeThereAsItWasWritten(t *testing.T) {
	for content, broken := range map[string]bool{"hello": false, "hellO": true, "hell": true, "": true} {
		r := runIn(t)
		r.has(t, "a", content)
		r.journal.note(entryOf("a", stored, "hello"))
		r.checkFiles()
		if r.broken() != broken {
			t.Errorf("%q: %v", content, r.breaches)
		}
	}
	r := runIn(t)
	r.journal.note(entryOf("a", stored, "hello"))
	if r.checkFiles(); !r.broken() || !strings.Contains(r.breaches[0], "lost: a") {
		t.Error(r.breaches)
	}
}

func TestWhatWasRemovedMustNotBeThere(t *testing.T) {
	r := runIn(t)
	r.journal.note(entryOf("a", removed, "x"))
	if r.checkFiles(); r.broken() {
		t.Fatal(r.breaches)
	}
	r.has(t, "a", "x")
	if r.checkFiles(); !r.broken() {
		t.Fatal("it was not seen")
	}
}

func TestWhatNobodyWasToldOfIsWholeOrNotThere(t *testing.T) {
	r := runIn(t)
	r.journal.note(entryOf("a", unknown, "hello"))
	r.journal.note(entryOf("b", unknown, "hello"))
	r.has(t, "b", "hello")
	if r.checkFiles(); r.broken() {
		t.Fatal(r.breaches)
	}
	r.has(t, "b", "he")
	if r.checkFiles(); !r.broken() {
		t.Fatal("half a file was not seen")
	}
}

func TestHiddenFilesAreLeftBehindAndNoFiles(t *testing.T) {
	r := runIn(t)
	r.has(t, "a", "12345")
	r.has(t, ".bora-put-1", "x")
	files, left, err := r.walk()
	if err != nil || len(files) != 1 || files["a"] != 5 || len(left) != 1 || !strings.Contains(left[0], ".bora-put-1") {
		t.Fatalf("%v %v %v", files, left, err)
	}
}

func TestTheJournalIsInItsFileLineByLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j, err := newJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	j.note(entryOf("a", unknown, "x"))
	j.note(entryOf("a", stored, "x"))
	j.note(entryOf("b", removed, "x"))
	if err := j.close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || strings.Count(string(text), "\n") != 3 || !strings.Contains(string(text), `"fate":"stored"`) {
		t.Fatalf("%s %v", text, err)
	}
	if j.count(stored) != 1 || j.count(removed) != 1 || j.count(unknown) != 0 {
		t.Fatal(j.entries)
	}
}

func TestALeakIsMoreThanPoolsMayGrowBy(t *testing.T) {
	before := map[string]held{"backend": {100, 50}}
	for now, found := range map[held]int{{150, 60}: 0, {231, 50}: 1, {100, 181}: 1} {
		if leaks := leaks(before, map[string]held{"backend": now}, 130); len(leaks) != found {
			t.Errorf("%v: %v", now, leaks)
		}
	}
}

func TestAFaultHasANameAndACommand(t *testing.T) {
	var c commands
	for _, text := range []string{"", "x", "=y", "x="} {
		if c.Set(text) == nil {
			t.Errorf("%q was taken", text)
		}
	}
	if err := c.Set("kill=kill -9 $(cat a=b)"); err != nil || c[0] != (command{"kill", "kill -9 $(cat a=b)"}) {
		t.Fatalf("%v %v", c, err)
	}
}
