package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
)

// figures are what an experiment comes to, for machines; text for people.
type figures struct {
	Seed         int64          `json:"seed"`
	Seconds      float64        `json:"seconds"`
	Clients      int            `json:"clients"`
	Calls        int64          `json:"calls"`
	Faults       map[string]int `json:"faults"`
	Stored       int            `json:"stored"`
	Removed      int            `json:"removed"`
	Unknown      int            `json:"unknown"`
	Repeated     map[string]int `json:"repeated"`
	Commands     map[string]int `json:"commands"`
	Lives        int            `json:"processes_compared"`
	WorstCall    float64        `json:"worst_call_s"`
	WorstCallIs  string         `json:"worst_call"`
	WorstDo      float64        `json:"worst_command_s"`
	WorstDoIs    string         `json:"worst_command"`
	Broken       int            `json:"broken"`
	Breaches     []string       `json:"breaches"`
	FailedFaults []string       `json:"faults_that_failed"`
}

func (r *run) figures() figures {
	return figures{Seed: r.seed, Seconds: r.ended.Seconds(), Clients: r.clients, Calls: r.calls, Faults: r.injected,
		Stored: r.journal.count(stored), Removed: r.journal.count(removed), Unknown: r.journal.count(unknown), Repeated: r.repeated,
		WorstCall: r.slowest.took.Seconds(), WorstCallIs: where(r.slowest), WorstDo: r.slowestDo.took.Seconds(), WorstDoIs: where(r.slowestDo),
		Commands: r.commands, Lives: r.lives.judged(), Broken: r.breached, Breaches: r.breaches, FailedFaults: r.failing}
}

func where(s slow) string { return fmt.Sprintf("%s, answered at %.1f s", s.what, s.at.Seconds()) }

func (f figures) write(file string, out io.Writer) error {
	fmt.Fprintf(out, "seed %d: %d calls of %d clients in %.0f s; faults: %s\n", f.Seed, f.Calls, f.Clients, f.Seconds, counts(f.Faults))
	fmt.Fprintf(out, "names: %d stored, %d removed again, %d of unknown fate\n", f.Stored, f.Removed, f.Unknown)
	fmt.Fprintf(out, "commands: %s\n", counts(f.Commands))
	fmt.Fprintf(out, "processes of which threads and descriptors were compared: %d\n", f.Lives)
	fmt.Fprintf(out, "attempts that were made again: %s\n", counts(f.Repeated))
	fmt.Fprintf(out, "worst call %.2f s (%s), worst command with all its attempts %.2f s (%s)\n", f.WorstCall, f.WorstCallIs, f.WorstDo, f.WorstDoIs)
	fmt.Fprintf(out, "broken promises: %d\n", f.Broken)
	for _, line := range append(f.Breaches, f.FailedFaults...) {
		fmt.Fprintln(out, "  "+line)
	}
	if file == "" {
		return nil
	}
	text, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

func counts(of map[string]int) string {
	if len(of) == 0 {
		return "none"
	}
	var parts []string
	for name, n := range of {
		parts = append(parts, fmt.Sprintf("%d x %s", n, name))
	}
	sort.Strings(parts)
	return strings.Join(parts, ", ")
}
