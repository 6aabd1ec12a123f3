package main

import (
	"fmt"
	"strings"

	"bora/loadtests/capacity"
)

// markdown is the tables of docs/PERFORMANCE.md.
func (m *measured) markdown() string {
	var b strings.Builder
	b.WriteString("| what | published | target | measured | |\n|---|---|---|---|---|\n")
	for _, r := range m.rows() {
		found := r.Found
		if found == "" {
			found = "to be measured"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", r.What, r.Published, r.Target, found, r.verdict())
	}
	costs, checks := capacity.Checks(m.runs)
	b.WriteString("\nUnit costs, microseconds of CPU:\n\n| of | in Bora | in the database | in the client |\n|---|---|---|---|\n")
	for _, u := range units(costs) {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", u.Name, u.Bora, u.Database, u.Client)
	}
	b.WriteString("\nPredicted and measured:\n\n| run | CPU of a sequence: Bora, us | database, us | client, us | sequences/s |\n|---|---|---|---|---|\n")
	for _, c := range checks {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", label(c), beside(1e6*c.Predicted.Server, 1e6*c.Found.Server), beside(1e6*c.Predicted.Database, 1e6*c.Found.Database),
			beside(1e6*c.Predicted.Client, 1e6*c.Found.Client), beside(c.RateOf, c.Rate))
	}
	if all := sites(costs, checks); len(all) > 0 {
		fmt.Fprintf(&b, "\nWhat sites serve of the sequence of `stress`, each process with %d cores, the database too, %.0f %% busy:\n\n", coresEach, 100*busyPart)
		b.WriteString("| frontends | backends | sequences/s | bound by |\n|---|---|---|---|\n")
		for _, s := range all {
			fmt.Fprintf(&b, "| %d | %d | %s | %s |\n", s.Frontends, s.Backends, s.Rate, s.Bound)
		}
	}
	return b.String()
}

func (r row) verdict() string {
	switch {
	case !r.HasTarget || r.Found == "":
		return ""
	case r.Met:
		return "met"
	}
	return "**missed**"
}

type unit struct{ Name, Bora, Database, Client string }

func units(c capacity.Costs) []unit {
	micro := func(v float64) string { return fmt.Sprintf("%.0f", 1e6*v) }
	return []unit{
		{"a handshake", micro(c.Handshake), "", micro(c.ClientHandshake)},
		{"a command beside it", micro(c.Command), "", micro(c.ClientCommand)},
		{"a statement", micro(c.Statement), micro(c.DatabaseStatement), ""},
		{"a commit", micro(c.Commit), micro(c.DatabaseCommit), ""},
	}
}

func label(c capacity.Check) string {
	text := fmt.Sprintf("%s %d, %s", c.Run, c.Value, c.Connection)
	if c.Held {
		text += ", held to their share"
	}
	return text
}

func beside(predicted, found float64) string {
	if predicted == 0 && found < 1 {
		return "0"
	}
	if found == 0 {
		return figure(predicted) + " : -"
	}
	return fmt.Sprintf("%s : %s (%.2f)", figure(predicted), figure(found), predicted/found)
}
