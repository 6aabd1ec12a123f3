package main

import (
	"strings"
	"testing"
	"time"
)

func TestWhatAbPrintsIsRead(t *testing.T) {
	got, err := parseAb(`Server Software:
Time taken for tests:   2.000 seconds
Complete requests:      500
Failed requests:        1
   (Connect: 0, Receive: 0, Length: 0, Exceptions: 1)
Non-2xx responses:      2
Requests per second:    250.00 [#/sec] (mean)
`)
	if err != nil || got != (sample{Calls: 500, Failures: 3, PerSecond: 250}) {
		t.Fatalf("%+v, %v", got, err)
	}
	if _, err := parseAb("apr_socket_recv: Connection refused (111)\n"); err == nil || !strings.Contains(err.Error(), "refused") {
		t.Fatal(err)
	}
}

func TestOnlyTheSameCostAndNoFailureIsTrusted(t *testing.T) {
	slice := func(server float64, failures int64) sample {
		return sample{Calls: 100, Server: server, Failures: failures}
	}
	var out strings.Builder
	if err := judge(&out, []pair{{slice(1000, 0), slice(1090, 0)}, {slice(1200, 0), slice(1100, 0)}}); err != nil {
		t.Fatal(err)
	}
	if judge(&out, []pair{{slice(1000, 0), slice(1200, 0)}}) == nil || judge(&out, []pair{{slice(1000, 0), slice(800, 0)}}) == nil {
		t.Error("another cost was trusted")
	}
	if judge(&out, []pair{{slice(1000, 0), slice(1000, 1)}}) == nil {
		t.Error("a failure was passed over")
	}
}

func TestCostsArePerCall(t *testing.T) {
	s := sample{Calls: 10}.cost(10*time.Millisecond, 20*time.Millisecond)
	if s.Server != 1000 || s.Client != 2000 {
		t.Fatalf("%+v", s)
	}
}
