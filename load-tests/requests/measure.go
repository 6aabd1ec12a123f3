package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/machine"
	"bora/loadtests/mariadb"
)

const asked = 1000 // status calls of a median

type latency struct {
	P50 float64 `json:"p50ms"`
	P99 float64 `json:"p99ms"`
}

type result struct {
	Started       time.Time          `json:"started"`
	Requests      int                `json:"requests"`
	MostHeap      int64              `json:"mostHeapBytes"`
	StartSeconds  float64            `json:"startSeconds"`
	Heap          map[string]int64   `json:"liveHeapBytes"` // after a collection
	Resident      map[string]int64   `json:"residentBytes"`
	Calls         map[string]latency `json:"calls"`
	Ending        int                `json:"ending"`
	SweptSeconds  float64            `json:"sweptSeconds"`
	HeapMeanwhile int64              `json:"mostHeapUsedMeanwhile"` // garbage included
}

func measure(ctx context.Context, o options, c *client.Connection, db *mariadb.Client) error {
	r := &result{Started: time.Now().UTC(), Requests: o.requests, MostHeap: machine.GreatestHeap(o.pid), StartSeconds: o.starting,
		Heap: map[string]int64{}, Resident: map[string]int64{}, Calls: map[string]latency{}, Ending: o.ending}
	if err := r.look(ctx, o.pid, "after the start"); err != nil {
		return err
	}
	if err := r.calls(o, c); err != nil {
		return err
	}
	if err := r.look(ctx, o.pid, "after calls"); err != nil {
		return err
	}
	if err := r.end(ctx, o, c, db); err != nil {
		return err
	}
	if err := r.look(ctx, o.pid, "after the sweep"); err != nil {
		return err
	}
	if err := r.write(o.json); err != nil {
		return err
	}
	for when, live := range r.Heap {
		if r.MostHeap > 0 && float64(live) > o.heapShare*float64(r.MostHeap) {
			return fmt.Errorf("%s %.0f MB of a heap of %.0f are live: more than %.0f %%", when, megabytes(live), megabytes(r.MostHeap), 100*o.heapShare)
		}
	}
	return nil
}

func (r *result) look(ctx context.Context, pid int, when string) error {
	live, err := machine.LiveObjects(ctx, pid)
	if err != nil {
		return err
	}
	usage, err := machine.UsageAlone(pid)
	if err != nil {
		return err
	}
	r.Heap[when], r.Resident[when] = live.Total.Bytes, usage.Memory
	fmt.Printf("%-18s live heap %.0f MB of %.0f, resident %.0f MB\n", when, megabytes(live.Total.Bytes), megabytes(r.MostHeap), megabytes(usage.Memory))
	return nil
}

// calls are those that could come across many rows: by token, by name, by directory, by owner.
func (r *result) calls(o options, c *client.Connection) error {
	surl := "srm://" + o.endpoint + o.root + "/" + below
	half := o.requests / 2
	spread := func(i, most int) int { return i * 7919 % most }
	for _, kind := range []struct {
		name  string
		times int
		call  func(i int) (client.Answer, error)
	}{
		{"srmStatusOfPutRequest", asked, func(i int) (client.Answer, error) {
			return c.AskPutStatus(tokenOf(o.ending + spread(i, half-o.ending)))
		}},
		{"srmStatusOfGetRequest", asked, func(i int) (client.Answer, error) { return c.AskGetStatus(tokenOf(half + spread(i, half))) }},
		{"srmLs of a name being written", asked, func(i int) (client.Answer, error) {
			n := o.ending + spread(i, half-o.ending)
			return c.Ls(fmt.Sprintf("%s/d%d/f%d", surl, n%directories, n), 0)
		}},
		{fmt.Sprintf("srmLs of a directory with %d puts", half/directories), 20, func(i int) (client.Answer, error) { return c.Ls(fmt.Sprintf("%s/d%d", surl, i), 1) }},
		{"srmGetRequestTokens", 20, func(int) (client.Answer, error) { return c.RequestTokens() }},
	} {
		var times []time.Duration
		for i := 0; i < kind.times; i++ {
			begin := time.Now()
			answer, err := kind.call(i)
			if err != nil {
				return fmt.Errorf("%s: %w", kind.name, err)
			}
			switch answer.Code {
			case "SRM_INVALID_REQUEST", "SRM_FAILURE", "SRM_INTERNAL_ERROR":
				return fmt.Errorf("%s: %s %s", kind.name, answer.Code, answer.Why)
			}
			times = append(times, time.Since(begin))
		}
		r.Calls[kind.name] = latencyOf(times)
		fmt.Printf("%-40s p50 %.2f ms, p99 %.2f ms\n", kind.name, r.Calls[kind.name].P50, r.Calls[kind.name].P99)
	}
	return nil
}

// end lets puts be overdue all at once, waits for the sweep, and asks for the state of others meanwhile.
func (r *result) end(ctx context.Context, o options, c *client.Connection, db *mariadb.Client) error {
	for from := 0; from < o.ending; from += part {
		to := from + part
		if to > o.ending {
			to = o.ending
		}
		if _, err := db.Ask(fmt.Sprintf("UPDATE put_file f JOIN (SELECT seq AS n FROM seq_%d_to_%d) s ON f.request_id = %s SET f.pin_until_ms = 1700000000000", from, to-1, token("n"))); err != nil {
			return err
		}
	}
	begin := time.Now()
	var times []time.Duration
	for counted := begin; ; {
		sent := time.Now()
		if _, err := c.AskPutStatus(tokenOf(o.ending + len(times)%(o.requests/2-o.ending))); err != nil {
			return err
		}
		times = append(times, time.Since(sent))
		if used, err := machine.Heap(o.pid); err == nil && used > r.HeapMeanwhile {
			r.HeapMeanwhile = used
		}
		if time.Since(counted) > time.Second {
			counted = time.Now()
			left, err := db.Ask("SELECT 1 FROM put_file WHERE state = 'SPACE_AVAILABLE' AND pin_until_ms = 1700000000000 LIMIT 1")
			if err != nil {
				return err
			}
			if len(left) == 0 {
				break
			}
		}
		if time.Since(begin) > o.sweptUntil || ctx.Err() != nil {
			return fmt.Errorf("%d puts that were over have not been swept within %s", o.ending, time.Since(begin).Round(time.Second))
		}
		time.Sleep(10 * time.Millisecond)
	}
	r.SweptSeconds = time.Since(begin).Seconds()
	r.Calls["srmStatusOfPutRequest during the sweep"] = latencyOf(times)
	fmt.Printf("%d puts that ended at once were swept in %.0f s; heap used meanwhile at most %.0f MB, garbage included; status p50 %.2f ms, p99 %.2f ms\n",
		o.ending, r.SweptSeconds, megabytes(r.HeapMeanwhile), latencyOf(times).P50, latencyOf(times).P99)
	return nil
}

func latencyOf(times []time.Duration) latency {
	sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
	at := func(share float64) float64 { return times[int(share*float64(len(times)-1))].Seconds() * 1000 }
	return latency{at(0.5), at(0.99)}
}

func (r *result) write(file string) error {
	if file == "" {
		return nil
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

func megabytes(bytes int64) float64 { return float64(bytes) / 1e6 }
