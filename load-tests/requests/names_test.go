package main

import (
	"testing"
	"time"
)

func TestNamesAreThoseThatTheStatementsMake(t *testing.T) {
	// md5sum of upload7 and of 70000
	if got := uploadOf(7); got != "c75e84f6-41fe-75fe-5401-828027f7dd87" {
		t.Error(got)
	}
	if got := tokenOf(70000); got != "01900000-0001-7307-88a2-55aee86ecc4a" {
		t.Error(got)
	}
}

func TestAMedianIsInTheMiddle(t *testing.T) {
	var times []time.Duration
	for i := 101; i > 0; i-- {
		times = append(times, time.Duration(i)*time.Millisecond)
	}
	if got := latencyOf(times); got != (latency{51, 100}) {
		t.Error(got)
	}
}
