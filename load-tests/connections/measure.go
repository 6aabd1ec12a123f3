package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"time"

	"bora/loadtests/machine"
)

// held is what the frontend holds with so many connections open.
type held struct {
	Connections int    `json:"connections"`
	State       string `json:"state"` // idle, or after all asked at the same time
	Heap        int64  `json:"heapBytes"`
	Resident    int64  `json:"residentBytes"`
	Files       int    `json:"files"`
	live        machine.Live
}

type result struct {
	Started     time.Time                    `json:"started"`
	MostHeap    int64                        `json:"mostHeapBytes"`
	Held        []held                       `json:"held"`
	HeapEach    float64                      `json:"heapBytesPerConnection"`
	RestEach    float64                      `json:"residentBytesPerConnection"`
	FilesEach   float64                      `json:"filesPerConnection"`
	BurstDone   int64                        `json:"burstAnswered"`
	BurstBusy   int64                        `json:"burstRefused"`
	ClassesEach map[string]machine.Instances `json:"growthByClass"`
}

func measure(ctx context.Context, o options, pid int, c *crowd, counts []int) error {
	r := result{Started: time.Now().UTC(), MostHeap: machine.GreatestHeap(pid)}
	fmt.Printf("%12s %-18s %14s %14s %8s\n", "connections", "state", "heap, live", "resident", "files")
	for _, count := range counts {
		if err := c.grow(ctx, count); err != nil {
			return err
		}
		if err := c.use(ctx, o.every); err != nil {
			return err
		}
		if err := r.add(ctx, pid, count, "idle"); err != nil {
			return err
		}
	}
	most := counts[len(counts)-1]
	var err error
	if r.BurstDone, r.BurstBusy, err = c.burst(); err != nil {
		return err
	}
	if err := r.add(ctx, pid, most, "after all asked"); err != nil {
		return err
	}
	// each is still there
	if err := c.use(ctx, o.every); err != nil {
		return err
	}
	r.compare(counts)
	r.print(most)
	if err := r.write(o.json); err != nil {
		return err
	}
	if last := r.Held[len(counts)-1]; r.MostHeap > 0 && float64(last.Heap) > o.heapShare*float64(r.MostHeap) {
		return fmt.Errorf("%d connections hold %s of a heap of %s: more than %.0f %%", most, megabytes(last.Heap), megabytes(r.MostHeap), 100*o.heapShare)
	}
	return nil
}

func (r *result) add(ctx context.Context, pid, count int, state string) error {
	live, err := machine.LiveObjects(ctx, pid)
	if err != nil {
		return err
	}
	usage, err := machine.UsageAlone(pid)
	if err != nil {
		return err
	}
	h := held{Connections: count, State: state, Heap: live.Total.Bytes, Resident: usage.Memory, Files: usage.Files, live: live}
	r.Held = append(r.Held, h)
	fmt.Printf("%12d %-18s %14s %14s %8d\n", h.Connections, h.State, megabytes(h.Heap), megabytes(h.Resident), h.Files)
	return nil
}

// compare tells what one connection costs: the difference between the most and the fewest, so that what the process needs anyway is not in it.
func (r *result) compare(counts []int) {
	first, last := r.Held[0], r.Held[len(counts)-1]
	n := float64(last.Connections - first.Connections)
	r.HeapEach = float64(last.Heap-first.Heap) / n
	r.RestEach = float64(last.Resident-first.Resident) / n
	r.FilesEach = float64(last.Files-first.Files) / n
	r.ClassesEach = map[string]machine.Instances{}
	for name, now := range last.live.Classes {
		before := first.live.Classes[name]
		grown := machine.Instances{Count: now.Count - before.Count, Bytes: now.Bytes - before.Bytes}
		if float64(grown.Bytes) > 16*n {
			r.ClassesEach[name] = grown
		}
	}
}

func (r *result) print(most int) {
	n := float64(r.Held[len(r.Held)-1].Connections - r.Held[0].Connections)
	fmt.Printf("\na connection: %.1f KB of live heap, %.1f KB of resident memory, %.2f files; all %d asked a backend at the same time: %d answered, %d told to come again\n",
		r.HeapEach/1000, r.RestEach/1000, r.FilesEach, most, r.BurstDone, r.BurstBusy)
	var names []string
	for name := range r.ClassesEach {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool { return r.ClassesEach[names[i]].Bytes > r.ClassesEach[names[j]].Bytes })
	fmt.Println("\nbytes  objects  of a connection, by class")
	for _, name := range names[:least(len(names), 40)] {
		fmt.Printf("%5.0f %8.2f  %s\n", float64(r.ClassesEach[name].Bytes)/n, float64(r.ClassesEach[name].Count)/n, name)
	}
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

func megabytes(bytes int64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }

func least(a, b int) int {
	if a < b {
		return a
	}
	return b
}
