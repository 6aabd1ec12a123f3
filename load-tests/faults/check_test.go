package main

import (
	"hash/adler32"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const area = "vo"

func runIn(t *testing.T) *run {
	t.Helper()
	j, err := newJournal(filepath.Join(t.TempDir(), "journal"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.close() })
	r := &run{options: options{root: t.TempDir(), endpoint: "h:1", areas: list{area}}, journal: j, began: time.Now(),
		repeated: map[string]int{}, injected: map[string]int{}, kinds: map[string]int{}}
	if err := os.Mkdir(filepath.Join(r.root, area), 0o755); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *run) has(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(r.path(name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func of(text string) content { return content{len(text), adler32.Checksum([]byte(text))} }

// told is what the check of names says.
func (r *run) told(t *testing.T) string {
	t.Helper()
	if err := r.checkNames(); err != nil {
		t.Fatal(err)
	}
	return strings.Join(r.breaches, "\n")
}

func TestWhatWasAcknowledgedMustBeThereAsItWasWritten(t *testing.T) {
	for text, wanted := range map[string]string{"hello": "", "hellO": "lost: vo/a holds", "hell": "lost: vo/a holds", "": "is empty"} {
		r := runIn(t)
		r.has(t, "vo/a", text)
		r.journal.is("vo/a", of("hello"), "srmPutDone")
		if told := r.told(t); (told == "") != (wanted == "") || !strings.Contains(told, wanted) {
			t.Errorf("%q: %s", text, told)
		}
	}
	r := runIn(t)
	r.journal.is("vo/a", of("hello"), "srmPutDone")
	if told := r.told(t); !strings.Contains(told, "is missing") {
		t.Error(told)
	}
}

func TestAnOverwriteOfWhichNothingWasHeardLeavesTheOldOrTheNew(t *testing.T) {
	for text, right := range map[string]bool{"the old one": true, "new": true, "newold one": false, "": false, "ne": false} {
		r := runIn(t)
		r.has(t, "vo/a", text)
		r.journal.note(entry{Name: "vo/a", May: []content{of("new"), of("the old one")}})
		if told := r.told(t); (told == "") != right {
			t.Errorf("%q: %s", text, told)
		}
	}
	r := runIn(t)
	r.journal.note(entry{Name: "vo/a", May: []content{of("new"), of("old")}})
	if told := r.told(t); !strings.Contains(told, "is missing") {
		t.Errorf("an overwritten file that is gone: %s", told)
	}
}

func TestAFirstPutOfWhichNothingWasHeardIsWholeOrNotThere(t *testing.T) {
	r := runIn(t)
	r.journal.note(entry{Name: "vo/a", May: []content{of("hello")}, Gone: true}, entry{Name: "vo/b", May: []content{of("hello")}, Gone: true})
	r.has(t, "vo/b", "hello")
	if told := r.told(t); told != "" {
		t.Fatal(told)
	}
	r.has(t, "vo/b", "he")
	if told := r.told(t); told == "" {
		t.Fatal("half a file was not seen")
	}
}

func TestWhatWasRemovedMustNotBeThere(t *testing.T) {
	r := runIn(t)
	r.journal.gone("vo/a", "srmRm")
	r.journal.gone("vo/d", "srmRmdir")
	if told := r.told(t); told != "" {
		t.Fatal(told)
	}
	r.has(t, "vo/a", "x")
	if told := r.told(t); !strings.Contains(told, "back again: vo/a") {
		t.Fatal(told)
	}
	r = runIn(t)
	r.journal.gone("vo/d", "srmRmdir")
	if err := os.Mkdir(r.path("vo/d"), 0o755); err != nil {
		t.Fatal(err)
	}
	if told := r.told(t); !strings.Contains(told, "vo/d") {
		t.Fatalf("a directory that is back again: %s", told)
	}
}

func TestAFileWhoseRenameIsUnknownHasOneOfBothNames(t *testing.T) {
	for _, one := range []struct {
		at     []string
		wanted string
	}{{[]string{"vo/a"}, ""}, {[]string{"vo/b"}, ""}, {nil, "neither there nor at"}, {[]string{"vo/a", "vo/b"}, "twice: "}} {
		r := runIn(t)
		r.journal.note(entry{Name: "vo/a", May: []content{of("x")}, Gone: true, Twin: "vo/b"},
			entry{Name: "vo/b", May: []content{of("x")}, Gone: true, Twin: "vo/a"})
		for _, name := range one.at {
			r.has(t, name, "x")
		}
		told := r.told(t)
		if (told == "") != (one.wanted == "") || !strings.Contains(told, one.wanted) || strings.Contains(told, "\n") {
			t.Errorf("%v: %s", one.at, told)
		}
	}
}

func TestHiddenFilesAreLeftBehindAndNoFiles(t *testing.T) {
	r := runIn(t)
	r.has(t, "vo/a", "12345")
	r.has(t, "vo/.bora-put-1", "x")
	files, left, err := r.walk(area)
	if err != nil || len(files) != 1 || files["a"] != (onDisk{5, false}) || len(left) != 1 || !strings.Contains(left[0], "vo/.bora-put-1") {
		t.Fatalf("%v %v %v", files, left, err)
	}
}

func TestAPutIsInTheDatabaseAsOftenAsItWasDone(t *testing.T) {
	for _, one := range []struct {
		tally     tally
		done, all int
		wrong     bool
	}{
		{tally{prepared: 2, done: 2}, 2, 2, false},
		{tally{prepared: 2, done: 2}, 1, 2, true},
		{tally{prepared: 2, done: 1, maybe: 1}, 2, 2, false},
		{tally{prepared: 2, done: 1}, 2, 2, true},
		{tally{prepared: 1, done: 1}, 1, 2, true},
		{tally{prepared: 1, done: 1, again: true}, 1, 2, false},
		{tally{}, 0, 1, true},
	} {
		if told := one.tally.judge("vo/a", one.done, one.all); (len(told) > 0) != one.wrong {
			t.Errorf("%+v: %v", one, told)
		}
	}
}

func TestABystanderSeesWhatIsThereMeanwhile(t *testing.T) {
	r := runIn(t)
	r.journal.note(entry{Name: "vo/a", May: []content{of("new"), of("old")}})
	e, _ := r.journal.of("vo/a")
	r.has(t, "vo/a", "old")
	if told := judge(e, look(r.path("vo/a"))); told != "" {
		t.Fatal(told)
	}
	r.has(t, "vo/a", "")
	if told := judge(e, look(r.path("vo/a"))); !strings.Contains(told, "empty") {
		t.Fatal(told)
	}
}

func TestNoKindOfBreachHidesAnother(t *testing.T) {
	r := runIn(t)
	for i := 0; i < 100; i++ {
		r.breach("srmRmdir of %d", i)
	}
	r.breach("lost: %s", "vo/a")
	if r.breached != 101 || len(r.breaches) != mostTold+1 || !strings.Contains(r.breaches[mostTold], "lost: vo/a") {
		t.Fatal(r.breaches)
	}
}

func TestTheJournalIsInItsFileLineByLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j, err := newJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	j.note(entry{Name: "a", May: []content{of("x")}, Gone: true}, entry{Name: "c", May: []content{of("x")}, Gone: true})
	j.is("a", of("x"), "srmPutDone")
	j.gone("b", "srmRm")
	if err := j.close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || strings.Count(string(text), "\n") != 4 || !strings.Contains(string(text), `"because":"srmPutDone"`) {
		t.Fatalf("%s %v", text, err)
	}
	if j.count(stored) != 1 || j.count(removed) != 1 || j.count(unknown) != 1 {
		t.Fatal(j.entries)
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
