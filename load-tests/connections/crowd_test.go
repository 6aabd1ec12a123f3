package main

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/srmtest"
)

const (
	pinged = "<Envelope><versionInfo>v2.2</versionInfo></Envelope>"
	listed = "<Envelope><Body><r><returnStatus><statusCode>SRM_SUCCESS</statusCode></returnStatus></r></Body></Envelope>"
	later  = "<Envelope><Body><r><returnStatus><statusCode>SRM_INTERNAL_ERROR</statusCode></returnStatus></r></Body></Envelope>"
)

func crowdAt(t *testing.T, answer func(srmtest.Request) string) *crowd {
	t.Helper()
	grid := srmtest.New(t, answer)
	user, err := client.ParseCredential(grid.Proxy)
	if err != nil {
		t.Fatal(err)
	}
	server, err := client.NewServer(grid.Address, user, grid.Trust, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	c := &crowd{servers: []*client.Server{server.From(0), server.From(1)}, workers: 3, surl: "srm://localhost/vo"}
	t.Cleanup(c.close)
	return c
}

func TestConnectionsAreKeptAndEachIsUsed(t *testing.T) {
	var calls int64
	hosts := make(chan string, 100)
	c := crowdAt(t, func(r srmtest.Request) string {
		if n := atomic.AddInt64(&calls, 1); strings.Contains(r.Body, "srmLs") {
			if n%2 == 0 {
				return later
			}
			return listed
		}
		hosts <- r.From
		return pinged
	})
	for _, count := range []int{4, 10} {
		if err := c.grow(context.Background(), count); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.use(context.Background(), 20*time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if c.asked != 20 || len(c.open) != 10 {
		t.Fatalf("%d pings on %d connections", c.asked, len(c.open))
	}
	from := map[string]int{}
	for i := 0; i < 20; i++ {
		from[<-hosts]++
	}
	if from["127.1.0.1"] != 10 || from["127.1.0.2"] != 10 {
		t.Fatal(from)
	}
	if done, busy, err := c.burst(); done != 5 || busy != 5 || err != nil {
		t.Fatal(done, busy, err)
	}
}

func TestALostConnectionIsAFailure(t *testing.T) {
	var calls int64
	c := crowdAt(t, func(srmtest.Request) string {
		if atomic.AddInt64(&calls, 1) > 8 {
			return srmtest.HangUp
		}
		return pinged
	})
	if err := c.grow(context.Background(), 6); err != nil {
		t.Fatal(err)
	}
	if err := c.use(context.Background(), time.Millisecond); err == nil || !strings.Contains(err.Error(), "connection ") {
		t.Fatal(err)
	}
	if _, _, err := c.burst(); err == nil {
		t.Fatal("it was answered")
	}
}

func TestNumbersHaveToGrow(t *testing.T) {
	for _, text := range []string{"", "5", "5 5", "5 x", "0 5", "5 20001"} {
		if _, err := growing(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
	if counts, err := growing("200 4000"); err != nil || len(counts) != 2 {
		t.Fatal(counts, err)
	}
}
