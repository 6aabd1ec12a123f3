package main

import (
	"fmt"
	"io"
	"sort"
	"time"

	"bora/loadtests/result"
	"bora/loadtests/scenario"
)

// What makes a figure doubtful.
const (
	mostLag    = 0.05 // seconds that the client's own timers are late
	mostClient = 0.9  // of all cores
	mostOthers = 0.1  // of all cores: somebody else is at work
)

// warnings are about the measurement, not about the service.
func warnings(p *result.Point, cpus, busyLoops, untidied int) []string {
	var found []string
	cores := p.Seconds * float64(cpus)
	if cores > 0 && p.CPU[self] > mostClient*cores {
		found = append(found, fmt.Sprintf("the client used %.0f %% of all cores: it measured itself", 100*p.CPU[self]/cores))
	}
	if p.LagP99 > mostLag {
		found = append(found, fmt.Sprintf("the client's timers were %.0f ms late (p99): times contain as much of its own waiting", 1000*p.LagP99))
	}
	if cores > 0 && busyLoops == 0 && p.CPU["others"] > mostOthers*cores {
		found = append(found, fmt.Sprintf("processes that are not watched used %.0f %% of all cores: not to be compared", 100*p.CPU["others"]/cores))
	}
	for _, g := range p.Groups {
		if n := g.Answers["client"]; n > 0 {
			found = append(found, fmt.Sprintf("%d commands failed for want of ports or descriptors on the client's side", n))
		}
	}
	if untidied > 0 {
		found = append(found, fmt.Sprintf("%d clients could not do what comes after", untidied))
	}
	return found
}

func header(out io.Writer, r *result.Run, s *scenario.Scenario) {
	fmt.Fprintf(out, "bench %s, %s: %s\n", s.Name, r.Started.Format(time.RFC3339), s.Title)
	fmt.Fprintf(out, "  %s, %d CPUs (%s), load before %.1f, host key %s; ends by itself within %s\n", r.Endpoint, r.Machine.CPUs,
		r.Machine.Model, r.Machine.Load, r.HostKey, s.Longest().Round(time.Second))
	fmt.Fprintf(out, "%9s %5s %9s %7s %7s %7s %8s %8s %8s %8s %8s %9s\n", s.Axis.Key, "conn", "done", "refused", "failed",
		"per s", "mean s", "p50 s", "p99 s", "max s", "srv us", "x handsh.")
}

func row(out io.Writer, p result.Point) {
	all := p.Total()
	fmt.Fprintf(out, "%9d %5s %9d %7d %7d %7.1f %8.3f %8.3f %8.3f %8.3f %8.0f %9.2f\n", p.Value, p.Connection, all.Done, all.Refused,
		all.Failed+all.Unforeseen, p.Goodput(), all.Times.Mean, all.Times.P50, all.Times.P99, all.Times.Max, p.Metrics["server-us"],
		p.Metrics["server-over-handshake"])
	fmt.Fprintf(out, "          %s\n", costs(p))
	for _, g := range p.Groups {
		for _, text := range g.Examples {
			fmt.Fprintf(out, "          %s: %s\n", g.Name, text)
		}
		if all.Cut > 0 {
			fmt.Fprintf(out, "          %s: %d sequences were cut off by the limit\n", g.Name, g.Sequences.Cut)
		}
	}
	if p.Beside != nil {
		const mega = 1e6
		size := float64(p.Size) / mega
		fmt.Fprintf(out, "          %d files of %.3g MB through SRM: %.1f per s, %.1f MB/s; %d without it: %.1f per s, %.1f MB/s, %d not done; ratio %.3f\n",
			all.Done, size, p.Goodput(), p.Goodput()*size, p.Beside.Done, p.Beside.PerSecond(), p.Beside.PerSecond()*size, p.Beside.Failed,
			p.Metrics["goodput-over-beside"])
	}
	if l := p.Loops; l != nil {
		fmt.Fprintf(out, "          %.1f threads were runnable; beside %d loops that do nothing instead: %d done, mean %.4f s, p50 %.4f s, p99 %.4f s\n",
			p.Runnable, l.Count, l.Done, l.Times.Mean, l.Times.P50, l.Times.P99)
	}
	for _, g := range p.Groups {
		if p.Connection == string(scenario.New) && g.Connecting.P50 > 0 && len(p.Groups) > 1 {
			fmt.Fprintf(out, "          %s: p50 %.4f s, of that %.4f s to connect; p99 %.4f and %.4f s\n", g.Name, g.Sequences.Times.P50,
				g.Connecting.P50, g.Sequences.Times.P99, g.Connecting.P99)
		}
	}
	for _, text := range p.Warnings {
		fmt.Fprintf(out, "          WARNING: %s\n", text)
	}
}

// costs is CPU per command by process, in bare handshakes too where they were measured.
func costs(p result.Point) string {
	if p.Commands == 0 {
		return "no commands"
	}
	names := make([]string, 0, len(p.CPU))
	for name := range p.CPU {
		if name != "others" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	text := "CPU per command:"
	for _, name := range names {
		each := p.CPU[name] / float64(p.Commands)
		text += fmt.Sprintf(" %s %.0f us", name, 1e6*each)
		if p.Reference != nil && p.Reference.ServerCPU > 0 {
			text += fmt.Sprintf(" (%.2f x)", each/p.Reference.ServerCPU)
		}
	}
	if whole, known := p.Metrics["cpu-over-handshake"]; known {
		text += fmt.Sprintf("; a sequence of the whole service %.2f x a bare handshake (%.0f us)", whole, 1e6*p.Reference.ServerCPU)
	}
	return text
}

func verdicts(s *scenario.Scenario, points []result.Point) []result.Verdict {
	var found []result.Verdict
	for _, e := range s.Expected {
		for _, p := range points {
			if !e.Applies(p.Value, scenario.Connection(p.Connection)) {
				continue
			}
			figure, known := p.Metrics[e.Metric]
			found = append(found, result.Verdict{Expected: e.Text, Value: p.Value, Connection: p.Connection,
				Found: figure, Known: known, Met: known && e.Met(figure)})
		}
	}
	return found
}

// summary says what was expected and returns how much of it was missed.
func summary(out io.Writer, r *result.Run) int {
	missed := 0
	for _, v := range r.Verdicts {
		word := "met"
		switch {
		case !v.Known:
			word = "NOT MEASURED"
		case !v.Met:
			word = "MISSED"
		}
		if !v.Met {
			missed++
		}
		fmt.Fprintf(out, "expected %s: %s %d, %s: %.3g: %s\n", v.Expected, r.Axis, v.Value, v.Connection, v.Found, word)
	}
	return missed
}
