package main

import (
	"fmt"

	"bora/loadtests/result"
)

// Figures of others: StoRM at CNAF (2007, 2 frontends, 1 backend), StoRM built from source on a machine of
// 2 cores (2026), Chelonia, Cumulus, Huawei UDS. docs/PERFORMANCE.md names the sources.
func wanted() []want {
	all := append(handshakes(), stress()...)
	all = append(all, calls()...)
	all = append(all, puts()...)
	return append(all, papers()...)
}

func handshakes() []want {
	ratio := func(name string) func(*measured) (float64, bool) {
		return func(m *measured) (float64, bool) {
			h := m.handshake[name]
			if h == nil {
				return 0, false
			}
			return h.ratio(), true
		}
	}
	kept := func(m *measured) (float64, bool) {
		h := m.handshake["handshake"]
		if h == nil {
			return 0, false
		}
		return h.kept(), true
	}
	client := func(m *measured) (float64, bool) {
		if m.client == nil {
			return 0, false
		}
		return m.client.ratio(), m.client.ratio() > 0
	}
	return []want{
		{what: "srmPing on a new connection, server CPU, RSA 2048", published: "StoRM 2026: 5.3 x", from: "handshake", of: ratio("handshake"), unit: " x a bare handshake", atMost: 0.8},
		{what: "the same with a P-256 host key", from: "handshake-p256", of: ratio("handshake-p256"), unit: " x a bare handshake", atMost: 0.6},
		{what: "srmPing on a kept connection, server CPU", from: "handshake", of: kept, unit: " us", atMost: 100},
		{what: "server CPU per call, load client over ab -E", from: "client", of: client, unit: " x"},
	}
}

func stress() []want {
	const run, many = "stress", 500
	found := []want{
		{what: "stress, 500 clients: failures", published: "StoRM 2007: none to 500, collapse at 600", from: run, of: metric(run, "new", many, "failures"), zero: true},
		{what: "mean time of a sequence", published: "StoRM 2007: 40 s, 2026: 17.1 s", from: run, of: at(run, "new", many, mean), unit: " s"},
		{what: "over that of the bare handshakes", from: run, of: metric(run, "new", many, "time-over-handshakes"), unit: " x", atMost: 1.5},
		{what: "p99 of a sequence", published: "StoRM 2026: 24 s", from: run, of: at(run, "new", many, p99), unit: " s"},
		{what: "sequences", published: "StoRM 2026: 25/s", from: run, of: at(run, "new", many, goodput), unit: "/s"},
		{what: "commands", published: "StoRM 2007: 80/s, 2026: 105/s", from: run, of: at(run, "new", many, commandRate), unit: "/s"},
		{what: "commands per TURL", published: "StoRM 2026: 4.2", from: run, of: at(run, "new", many, perTurl(2)), unit: ""},
		{what: "CPU of the whole service per sequence", published: "StoRM 2026: 28 x", from: run, of: metric(run, "new", many, "cpu-over-handshake"), unit: " x a handshake", atMost: 3.5},
		{what: "the database's share of it", from: run, of: metric(run, "new", many, "database-share"), atMost: 0.2},
		{what: "stress, 1,000 clients: mean time", published: "StoRM 2026: 32.7 s", from: run, of: at(run, "new", 1000, mean), unit: " s"},
	}
	for _, clients := range []int{1000, 2000} {
		found = append(found,
			want{what: fmt.Sprintf("stress, %d clients: goodput of its peak", clients), from: run, of: metric(run, "new", clients, "goodput-of-peak"), atLeast: 0.9},
			want{what: "done, or refused in the protocol", from: run, of: metric(run, "new", clients, "orderly"), atLeast: 1})
	}
	return append(found,
		want{what: "500 clients with 15 s patience beside two busy loops: done or refused", published: "StoRM 2026: 0.15", from: "patience", of: metric("patience", "new", many, "orderly"), atLeast: 0.95},
		want{what: "goodput of its peak there", from: "patience", of: metric("patience", "new", many, "goodput-of-peak"), atLeast: 0.8})
}

// calls are what the commands cost by themselves, at 4 clients.
func calls() []want {
	var found []want
	for _, c := range []struct{ run, what string }{{"ping", "srmPing"}, {"ls", "srmLs of a file"}, {"status", "srmStatusOfPutRequest"},
		{"get", "srmPrepareToGet and srmReleaseFiles, each"}, {"upload", "srmPrepareToPut, srmPutDone, srmRm, each"}} {
		found = append(found,
			want{what: c.what + ", new connections: server CPU", from: c.run, of: metric(c.run, "new", 4, "server-over-handshake"), unit: " x a handshake"},
			want{what: "on kept connections: server CPU", from: c.run, of: metric(c.run, "kept", 4, "server-us"), unit: " us"},
			want{what: "on kept connections: rate, client on the same cores", from: c.run, of: at(c.run, "kept", 16, commandRate), unit: "/s"})
	}
	return found
}

func puts() []want {
	counted := func(step string, counters ...string) func(*measured) (float64, bool) {
		return func(m *measured) (float64, bool) {
			if m.put == nil {
				return 0, false
			}
			return m.put.perFile(step, counters...)
		}
	}
	statements := []string{"Com_select", "Com_insert", "Com_update", "Com_delete"}
	// half a percent is what the background may leave
	return []want{
		{what: "srmPrepareToPut: statements", published: "StoRM 2026: 67 per TURL", from: "put", of: counted("srmPrepareToPut", statements...), atMost: 5.025},
		{what: "its commits", published: "StoRM 2026: 4 fsyncs", from: "put", of: counted("srmPrepareToPut", "Com_commit"), atMost: 1.005},
		{what: "srmPutDone: statements", from: "put", of: counted("srmPutDone", statements...), atMost: 5.025},
		{what: "its commits", from: "put", of: counted("srmPutDone", "Com_commit"), atMost: 1.005},
	}
}

func papers() []want {
	milli := func(p result.Point) float64 { return p.Metrics["server-us"] / 1000 }
	bytes := func(rate func(result.Point) float64) func(result.Point) float64 {
		return func(p result.Point) float64 { return rate(p) * float64(p.Size) / 1e6 }
	}
	bare := func(p result.Point) float64 { return p.Beside.PerSecond() }
	return []want{
		{what: "srmLs of 1,000 entries, all details: server CPU", published: "StoRM 2026: 1170 ms", from: "list", of: at("list", "kept", 1000, milli), unit: " ms", atMost: 30},
		{what: "the same of 10,000: \"too many\"", published: "StoRM 2026: 2400 ms", from: "list", of: at("list", "kept", 10000, milli), unit: " ms"},
		{what: "an entry beside 10 to 1,000,000 others: slowest over quickest", published: "Chelonia: linear, degrades from 5,000", from: "width", of: extreme("width", "median-over-least", true), unit: " x", atMost: 1.2},
		{what: "an entry below 1 to 100 directories: slowest over quickest", published: "Chelonia: linear", from: "depth", of: extreme("depth", "median-over-least", true), unit: " x", atMost: 1.2},
		{what: "100 clients that each make 50 directories", from: "multiuser", of: at("multiuser", "new", 100, goodput), unit: "/s"},
		{what: "32 equal users: the least over the average", published: "Cumulus: within 2 Mbit/s", from: "equal", of: metric("equal", "new", 32, "least-share"), atLeast: 0.9},
		{what: "31 modest users beside a greedy one, 1 to 1,000 connections: slowest over quickest median", from: "fair", of: extreme("fair", "median-over-least", true), unit: " x", atMost: 2},
		{what: "4 frontends over 1", published: "Huawei: linear", from: "frontends", of: metric("frontends", "new", 4, "rate-over-first"), unit: " x", atLeast: 3.6},
		{what: "4 backends over 1", from: "backends", of: metric("backends", "kept", 4, "rate-over-first"), unit: " x", atLeast: 3.6},
		{what: "campaign: transfers through SRM over bare ones", published: "StoRM 2007: 350 of 500 MB/s", from: "campaign", of: metric("campaign", "new", 120, "goodput-over-beside"), atLeast: 0.97},
		{what: "through SRM", from: "campaign", of: at("campaign", "new", 120, bytes(goodput)), unit: " MB/s"},
		{what: "bare", from: "campaign", of: at("campaign", "new", 120, bytes(bare)), unit: " MB/s"},
		{what: "failures of the campaign", published: "StoRM 2007: 0.1 % of 400,000 calls", from: "campaign", of: metric("campaign", "new", 120, "failures"), zero: true},
		{what: "soak: growth of memory, worst process", from: "soak", of: extreme("soak", "memory-growth", true), unit: " x", atMost: 1.1},
		{what: "soak: growth of descriptors", from: "soak", of: extreme("soak", "descriptor-growth", true), unit: " x", atMost: 1.1},
		{what: "soak: failures", from: "soak", of: extreme("soak", "failures", true), zero: true},
	}
}
