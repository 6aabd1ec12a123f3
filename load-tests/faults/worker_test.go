package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/srmtest"
)

// script is a service that answers each operation as it is told, one answer after the other; the last one stays.
type script map[string][]string

func (s script) answer(r srmtest.Request) string {
	for operation, answers := range s {
		if strings.Contains(r.Body, "<srm:"+operation+">") {
			if len(answers) > 1 {
				s[operation] = answers[1:]
			}
			return answers[0]
		}
	}
	return said("SRM_NOT_SUPPORTED", "")
}

func said(code, more string) string {
	return "<Envelope><returnStatus><statusCode>" + code + "</statusCode></returnStatus>" + more + "</Envelope>"
}

// facing is a client of such a service that knows one file, vo/a.
func facing(t *testing.T, s script) (*worker, prepared) {
	t.Helper()
	grid := srmtest.New(t, s.answer)
	user, err := client.ParseCredential(grid.Proxy)
	if err != nil {
		t.Fatal(err)
	}
	r := runIn(t)
	r.patience, r.largest, r.commands = 10*time.Second, 100, map[string]int{}
	r.pins = newPins(func(name string) string { return offDisk(r.path(name)) }, r.breach)
	if r.server, err = client.NewServer(grid.Address, user, grid.Trust, r.patience); err != nil {
		t.Fatal(err)
	}
	r.has(t, "vo/a", "hello")
	r.journal.is("vo/a", of("hello"), "srmPutDone")
	upload := filepath.Join(r.root, area, ".bora-put-1")
	if err := os.WriteFile(upload, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s["srmPrepareToPut"] = []string{said("SRM_SUCCESS", "<requestToken>t</requestToken><statusCode>SRM_SPACE_AVAILABLE</statusCode><transferURL>gsiftp://h"+
		upload+"</transferURL>")}
	return newWorker(r, 1), prepared{name: "vo/a", token: "t", path: upload, size: 3}
}

func TestAStoredPutThatIsCalledADuplicateIsAContradiction(t *testing.T) {
	for name, one := range map[string]struct {
		answers []string
		breach  bool
	}{
		"done":                       {[]string{said("SRM_SUCCESS", "")}, false},
		"at once":                    {[]string{said("SRM_DUPLICATION_ERROR", "")}, true},
		"after it should come again": {[]string{said("SRM_INTERNAL_ERROR", ""), said("SRM_DUPLICATION_ERROR", "")}, true},
		"after an answer was lost":   {[]string{srmtest.HangUp, said("SRM_DUPLICATION_ERROR", "")}, false},
	} {
		w, _ := facing(t, script{"srmPutDone": one.answers})
		w.store(context.Background(), "vo/a", client.PutOver{Size: 3, Overwrite: true})
		told := strings.Join(w.breaches, "\n")
		if (told != "") != one.breach || !one.breach && w.journal.puts["vo/a"].done != 1 {
			t.Errorf("%s: '%s' %+v", name, told, w.journal.puts["vo/a"])
		}
		if one.breach && !strings.Contains(told, "contradiction") {
			t.Errorf("%s: %s", name, told)
		}
	}
}

func TestAPutToWhichNothingCameMustBeRefused(t *testing.T) {
	for code, right := range map[string]bool{"SRM_SUCCESS": false, "SRM_DUPLICATION_ERROR": false, "SRM_FAILURE": true} {
		w, p := facing(t, script{"srmPutDone": {said(code, "")}})
		if w.refused(context.Background(), p) != right || w.broken() == right {
			t.Errorf("%s: %v", code, w.breaches)
		}
	}
}

func TestABrokenDiskIsAReasonToComeAgainButNotWhatIsRightlyRefused(t *testing.T) {
	w, p := facing(t, script{"srmPutDone": {said("SRM_FAILURE", ""), said("SRM_SUCCESS", "")}})
	w.comeAgain = "SRM_NO_FREE_SPACE,SRM_FAILURE"
	if !w.refused(context.Background(), p) || w.repeated["srmPutDone of nothing SRM_FAILURE"] != 0 {
		t.Errorf("a put of nothing was tried again: %v %v", w.repeated, w.breaches)
	}
	w, _ = facing(t, script{"srmPutDone": {said("SRM_FAILURE", ""), said("SRM_SUCCESS", "")}})
	w.comeAgain = "SRM_NO_FREE_SPACE,SRM_FAILURE"
	if !w.store(context.Background(), "vo/a", client.PutOver{Size: 3, Overwrite: true}) || w.repeated["srmPutDone SRM_FAILURE"] != 1 {
		t.Errorf("a put was not tried again: %v %v", w.repeated, w.breaches)
	}
}

func TestADirectoryWithADeadUploadMustGo(t *testing.T) {
	for code, right := range map[string]bool{"SRM_SUCCESS": true, "SRM_NON_EMPTY_DIRECTORY": false} {
		w, _ := facing(t, script{"srmRmdir": {said(code, "")}})
		w.removeDirectory(context.Background(), "vo/d", "with a dead upload in it")
		if w.broken() == right {
			t.Errorf("%s: %v", code, w.breaches)
		}
	}
}

func TestALivingPinIsExtendedAndWhatIsGrantedIsKept(t *testing.T) {
	granted := said("SRM_SUCCESS", "<pinLifetime>60</pinLifetime>")
	for name, one := range map[string]struct {
		answer string
		left   time.Duration
		stub   bool
		breach string
	}{
		"granted":                  {granted, time.Minute, false, ""},
		"refused while it lives":   {said("SRM_INVALID_REQUEST", ""), time.Minute, false, "living pin"},
		"refused when it was over": {said("SRM_INVALID_REQUEST", ""), -time.Minute, false, ""},
		"granted without the file": {granted, -time.Minute, true, "on tape only"},
	} {
		w, _ := facing(t, script{"srmExtendFileLifeTime": {one.answer}})
		if one.stub {
			w.hasStub(t, "vo/a", 5)
		}
		w.extend(context.Background(), "vo/a", "t", time.Now().Add(one.left))
		told := strings.Join(w.breaches, "\n")
		if (told == "") != (one.breach == "") || !strings.Contains(told, one.breach) {
			t.Errorf("%s: %s", name, told)
		}
	}
}

func TestAfterARenameTheJournalHasWhatMayBe(t *testing.T) {
	for name, one := range map[string]struct {
		answers    []string
		from, to   fate
		breach     bool
		knownAgain bool
	}{
		"done":                     {[]string{said("SRM_SUCCESS", "")}, removed, stored, false, true},
		"done by an earlier one":   {[]string{srmtest.HangUp, said("SRM_INVALID_PATH", "")}, removed, stored, false, true},
		"perhaps still under way":  {[]string{srmtest.HangUp, said("SRM_FILE_BUSY", "")}, unknown, unknown, false, false},
		"refused without a reason": {[]string{said("SRM_FILE_BUSY", "")}, unknown, unknown, true, false},
	} {
		w, _ := facing(t, script{"srmMv": one.answers})
		done := w.rename(context.Background(), "vo/a", "vo/b", []string{""})
		from, _ := w.journal.of("vo/a")
		to, _ := w.journal.of("vo/b")
		if from.fate() != one.from || to.fate() != one.to || w.broken() != one.breach || done != one.knownAgain {
			t.Errorf("%s: %+v %+v %v", name, from, to, w.breaches)
		}
	}
}

func TestWhatIsReadIsComparedWithWhatWasAcknowledged(t *testing.T) {
	for text, right := range map[string]bool{"hello": true, "hellO": false, "": false} {
		w, _ := facing(t, script{})
		w.has(t, "vo/a", text)
		if w.read("vo/a", w.path("vo/a")); w.broken() == right {
			t.Errorf("'%s': %v", text, w.breaches)
		}
	}
	w, _ := facing(t, script{})
	w.hasStub(t, "vo/a", 5)
	if w.read("vo/a", w.path("vo/a")); !w.broken() {
		t.Error("a stub was read as a pinned file: " + fmt.Sprint(w.breaches))
	}
}
