package main

import (
	"fmt"
	"io"
	"runtime"
	"time"
)

// statements are the kinds of SQL that a put may consist of, and what a connection pool adds.
var statements = []string{
	"Com_select", "Com_insert", "Com_update", "Com_delete", "Com_begin", "Com_commit", "Com_rollback",
	"Com_set_option",
}

const (
	targetStatements = 5
	targetCommits    = 1
	targetCommands   = 1
)

func report(out io.Writer, o options, steps []step) {
	fmt.Fprintf(out, "bench put, %s, %d CPUs: %d files of %d bytes, %d connection(s), transfer: %s\n",
		time.Now().UTC().Format(time.RFC3339), runtime.NumCPU(), o.puts, o.size, o.workers, o.transfer)
	idle := steps[0]
	fmt.Fprintf(out, "  database %s: SHOW GLOBAL STATUS before and after; what it did when idle (%.1f questions/s) is subtracted\n",
		o.database, float64(idle.Counted["Questions"])/idle.Seconds)
	fmt.Fprintf(out, "%-16s %8s %9s %11s %9s %9s\n", "", "SOAP", "per s", "statements", "commits", "fsyncs")
	for _, s := range steps[1:] {
		f := figuresOf(s, idle)
		fmt.Fprintf(out, "%-16s %8.2f %9.1f %11.2f %9.2f %9.2f  %s\n",
			s.Name, f.calls, float64(s.Files)/s.Seconds, f.work, f.commits, f.syncs, kinds(s, idle))
	}
	for _, s := range steps[1:] {
		if s.Calls == 0 {
			continue
		}
		f := figuresOf(s, idle)
		fmt.Fprintf(out, "%s: %.2f statements (target <= %d: %s), %.2f commits (target <= %d: %s)\n", s.Name,
			f.work, targetStatements, verdict(f.work, targetStatements),
			f.commits, targetCommits, verdict(f.commits, targetCommits))
	}
	first := figuresOf(steps[1], idle)
	fmt.Fprintf(out, "commands per TURL: %.2f (target %d: %s; StoRM: 4.2 to 5.4)\n",
		first.calls, targetCommands, verdict(first.calls, targetCommands))
}

// figures are per file.
type figures struct {
	calls   float64 // SOAP calls
	work    float64 // statements on tables
	commits float64 // transactions with something to lose
	syncs   float64 // fsync calls of the database
}

func figuresOf(s, idle step) figures {
	f := figures{calls: float64(s.Calls) / float64(s.Files), commits: perFile(s, idle, "Com_commit")}
	for _, kind := range []string{"Com_select", "Com_insert", "Com_update", "Com_delete"} {
		f.work += perFile(s, idle, kind)
	}
	for _, counter := range []string{"Innodb_os_log_fsyncs", "Innodb_data_fsyncs"} {
		// MariaDB 10.8 and later have only the second, which counts the data files' too
		if f.syncs = perFile(s, idle, counter); f.syncs > 0 {
			break
		}
	}
	return f
}

func perFile(s, idle step, counter string) float64 {
	if s.Files == 0 {
		return 0
	}
	background := float64(idle.Counted[counter]) / idle.Seconds * s.Seconds
	value := float64(s.Counted[counter]) - background
	if value < 0 {
		value = 0
	}
	return value / float64(s.Files)
}

func kinds(s, idle step) string {
	text := ""
	for _, kind := range statements {
		if value := perFile(s, idle, kind); value >= 0.005 {
			text += fmt.Sprintf("%s %.2f  ", kind[len("Com_"):], value)
		}
	}
	return text
}

func verdict(value float64, target int) string {
	// half a percent is what the background may leave
	if value <= float64(target)*1.005 {
		return "met"
	}
	return "MISSED"
}
