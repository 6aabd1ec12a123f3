package dav

import (
	"strings"
	"testing"
)

const marker = "Perf Marker\n    Timestamp: 1\n    Stripe Index: 0\n    Stripe Bytes Transferred: 17\n    Total Stripe Count: 1\n" +
	"    RemoteConnections: tcp:192.0.2.1:443,tcp:[2001:db8::1]:443\nEnd\n"

func TestAVerdictIsTheLastLine(t *testing.T) {
	told, err := Markers(strings.NewReader("Perf Marker\nEnd\n" + marker + "success: Created\n"))
	if err != nil || !told.Good() || told.Markers != 2 || told.Bytes != 17 || told.Addresses != 2 {
		t.Fatalf("%+v %v", told, err)
	}
	told, err = Markers(strings.NewReader(marker + "failure: checksum mismatch\n"))
	if err != nil || told.Good() || told.Verdict != "failure: checksum mismatch" {
		t.Fatalf("%+v %v", told, err)
	}
}

func TestAnAnswerWithoutAVerdictIsNone(t *testing.T) {
	for _, text := range []string{"", marker, "Perf Mark"} {
		if told, err := Markers(strings.NewReader(text)); err == nil {
			t.Errorf("%q: %+v", text, told)
		}
	}
}
