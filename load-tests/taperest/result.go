package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bora/loadtests/machine"
)

// the calls that are measured
const (
	postCall    = "POST stage"
	pollCall    = "GET stage/ID"
	archiveCall = "POST archiveinfo"
	srmCall     = "srmBringOnline"
	endCall     = "release, cancel, DELETE"
	sumCall     = "sum of all that waits" // in the database
)

// what the figures are to be: milliseconds of 99 in 100 calls, and how far a share may be from the others
var most = map[string]float64{postCall: 200, pollCall: 50, archiveCall: 1000}

const mostOff = 0.10

// mostGrown is how much larger the live heap may be once all has ended: caches of the files that are known, but no list of
// a million targets, each of which has a path.
const mostGrown = 80_000_000

// moment is what was seen at one time.
type moment struct {
	Seconds  float64 `json:"seconds"`
	Heap     int64   `json:"heapUsedBytes"` // garbage included
	Resident int64   `json:"residentBytes"`
	There    []int64 `json:"files"`    // on disk, by organisation
	Accepted []int   `json:"requests"` // accepted, by organisation
}

type result struct {
	Started  time.Time          `json:"started"`
	Requests int                `json:"requests"`
	Targets  int                `json:"targetsOfARequest"`
	Files    int                `json:"files"`
	Standing int                `json:"standingTargets"`
	Calls    map[string]latency `json:"calls"`     // once the server was warm
	Cold     map[string]latency `json:"coldCalls"` // before
	WarmUp   float64            `json:"warmUpSeconds"`
	// References are the least work for some of the calls, without load
	References map[string]latency `json:"references"`
	Live       map[string]int64   `json:"liveHeapBytes"` // after a collection
	MostHeap   int64              `json:"mostHeapBytes"`
	Lost       int64              `json:"lostConnections"` // calls were repeated
	Recalls    float64            `json:"recalls"`
	Wanted     int64              `json:"filesThatHadToCome"`
	Share      []int64            `json:"filesWhenTheFirstHadAll"` // by organisation
	OffShare   float64            `json:"furthestFromItsShare"`
	Moments    []moment           `json:"moments"`
}

func newResult(o options) *result {
	return &result{Started: time.Now().UTC(), Requests: o.requests, Targets: o.targets, Files: o.files, Standing: o.standing,
		Calls: map[string]latency{}, Cold: map[string]latency{}, WarmUp: o.warmUp.Seconds(), Live: map[string]int64{}, MostHeap: machine.GreatestHeap(o.pid)}
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
	r.Live[when] = live.Total.Bytes
	fmt.Printf("%-10s live heap %.0f MB, resident %.0f MB\n", when, megabytes(live.Total.Bytes), megabytes(usage.Memory))
	return nil
}

// sample notes a moment; the shares count while every organisation still waits.
func (r *result) sample(pid int, at time.Duration, there []int64, accepted []int, each int) error {
	heap, err := machine.Heap(pid)
	if err != nil {
		return err
	}
	usage, err := machine.UsageAlone(pid)
	if err != nil {
		return err
	}
	r.Moments = append(r.Moments, moment{at.Seconds(), heap, usage.Memory, there, accepted})
	complete := false
	for _, count := range there {
		complete = complete || count == int64(each)
	}
	if !complete {
		r.Share = there
	}
	if len(r.Moments)%5 == 1 {
		fmt.Printf("%4.0f s  heap used %.0f MB, resident %.0f MB; requests %v, files on disk %v\n", at.Seconds(), megabytes(heap), megabytes(usage.Memory), accepted, there)
	}
	return nil
}

// judge tells the figures, writes them, and fails where one is not what it is to be.
func (r *result) judge(file string) error {
	r.OffShare = furthest(r.Share)
	for _, name := range []string{postCall, pollCall, archiveCall, srmCall, endCall, sumCall} {
		l := r.Calls[name]
		fmt.Printf("%-24s %7d calls, p50 %.1f ms, p99 %.1f ms, max %.1f ms%s\n", name, l.Calls, l.P50, l.P99, l.Max, r.compared(name))
		if c := r.Cold[name]; c.Calls > 0 {
			fmt.Printf("%-24s %7d calls, p50 %.1f ms, p99 %.1f ms, max %.1f ms\n", fmt.Sprintf("  first %.0f s", r.WarmUp), c.Calls, c.P50, c.P99, c.Max)
		}
	}
	fmt.Printf("%d connections were lost, and their calls repeated\n", r.Lost)
	fmt.Printf("%.2f recalls of %d files that had to come; files by organisation when the first had nearly all %v, furthest from its share %.1f %%\n",
		r.Recalls, r.Wanted, r.Share, 100*r.OffShare)
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if file != "" {
		if err := os.WriteFile(file, append(text, '\n'), 0o644); err != nil {
			return err
		}
	}
	if missed := r.missed(); len(missed) > 0 {
		return fmt.Errorf("missed: %s", strings.Join(missed, "; "))
	}
	return nil
}

func (r *result) missed() []string {
	var missed []string
	for _, name := range []string{postCall, pollCall, archiveCall} {
		if p99 := r.Calls[name].P99; p99 > most[name] {
			missed = append(missed, fmt.Sprintf("%s p99 %.0f ms, at most %.0f", name, p99, most[name]))
		}
	}
	if r.Recalls > float64(r.Wanted)+0.5 {
		missed = append(missed, fmt.Sprintf("%.0f recalls of %d files", r.Recalls, r.Wanted))
	}
	if grown := r.Live["all ended"] - r.Live["before"]; grown > mostGrown {
		missed = append(missed, fmt.Sprintf("the live heap has grown by %.0f MB, at most %.0f", megabytes(grown), megabytes(mostGrown)))
	}
	if r.OffShare > mostOff {
		missed = append(missed, fmt.Sprintf("an organisation is %.0f %% off its share, at most %.0f", 100*r.OffShare, 100*mostOff))
	}
	return missed
}

// furthest is how far one is from an equal share, as a part of that share.
func furthest(counts []int64) float64 {
	if len(counts) == 0 || sum(counts) == 0 {
		return 0
	}
	share, off := float64(sum(counts))/float64(len(counts)), 0.0
	for _, count := range counts {
		d := float64(count)/share - 1
		if d < 0 {
			d = -d
		}
		if d > off {
			off = d
		}
	}
	return off
}

func sum(counts []int64) int64 {
	all := int64(0)
	for _, count := range counts {
		all += count
	}
	return all
}

func megabytes(bytes int64) float64 { return float64(bytes) / 1e6 }

// perOrganisation is how many files of each are on disk.
func (b *bench) perOrganisation() ([]int64, error) {
	rows, err := b.database.Ask("SELECT SUBSTRING_INDEX(path, '/', 1) AS vo, COUNT(*) FROM stored_file WHERE area = 'bench' AND path LIKE 'vo%' AND on_disk = TRUE GROUP BY vo")
	if err != nil {
		return nil, err
	}
	there := make([]int64, b.organisations)
	for _, row := range rows {
		var vo int
		var count int64
		if _, err := fmt.Sscanf(row[0]+" "+row[1], "vo%d %d", &vo, &count); err != nil || vo < 1 || vo > b.organisations {
			return nil, fmt.Errorf("no organisation: %v", row)
		}
		there[vo-1] = count
	}
	return there, nil
}

func (b *bench) onDisk() (int64, error) {
	there, err := b.perOrganisation()
	return sum(there), err
}

// readBytes is what all drives of the library have read along their tapes.
func (b *bench) readBytes() (int64, error) {
	files, err := filepath.Glob(filepath.Join(b.tapes, "drives", "*"))
	if err != nil {
		return 0, err
	}
	all := int64(0)
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			return 0, err
		}
		for lines := bufio.NewScanner(file); lines.Scan(); {
			var bytes int64
			if n, _ := fmt.Sscanf(lines.Text(), "read-bytes %d", &bytes); n == 1 {
				all += bytes
			}
		}
		file.Close()
	}
	return all, nil
}
