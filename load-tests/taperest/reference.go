package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// the least work that a call can be answered with on this machine, measured alone before the load
const (
	rowsReference  = "insert of a request's rows"
	readReference  = "read of a request's rows"
	filesReference = "lstat and one attribute of each path"
)

// referenceOf says with which reference a call is compared.
var referenceOf = map[string]string{postCall: rowsReference, pollCall: readReference, archiveCall: filesReference}

const (
	referenceRuns = 50
	attribute     = "user.bora.tape" // which every file on tape has
)

// measureReferences needs a request with one pin, whose row it copies into a table like the one of the pins.
func (b *bench) measureReferences(ctx context.Context, id string) error {
	for _, statement := range []string{
		"CREATE OR REPLACE TABLE bench_rows LIKE pin",
		"CREATE OR REPLACE TABLE bench_pin AS SELECT * FROM pin WHERE request_id = UNHEX('" + strings.ReplaceAll(id, "-", "") + "') LIMIT 1",
	} {
		if _, err := b.database.Ask(statement); err != nil {
			return err
		}
	}
	defer b.database.Ask("DROP TABLE bench_rows, bench_pin")
	inserts, reads, files := &times{}, &times{}, &times{}
	for run := 0; run < referenceRuns && ctx.Err() == nil; run++ {
		owner := fmt.Sprintf("UNHEX(MD5('reference %d'))", run)
		begin := time.Now()
		own := map[string]string{"request_id": owner, "position": "n", "file_id": fmt.Sprintf("UNHEX(MD5(CONCAT('reference %d ', n)))", run)}
		if err := b.copies(ctx, b.targets, "bench_rows", "bench_pin", own); err != nil {
			return err
		}
		inserts.add(time.Since(begin))
		begin = time.Now()
		rows, err := b.database.Ask("SELECT surl, state, pin_until_ms FROM bench_rows WHERE request_id = " + owner)
		if err != nil {
			return err
		}
		if len(rows) != b.targets {
			return fmt.Errorf("%d rows of %d are there for reference", len(rows), b.targets)
		}
		reads.add(time.Since(begin))
	}
	for run := 0; run < 3 && ctx.Err() == nil; run++ {
		begin := time.Now()
		if err := b.lookAtFiles(); err != nil {
			return err
		}
		files.add(time.Since(begin))
	}
	b.result.References = map[string]latency{rowsReference: inserts.figures(), readReference: reads.figures(), filesReference: files.figures()}
	return ctx.Err()
}

// lookAtFiles asks the file system for what tells where as many files are as are asked for in one question.
func (b *bench) lookAtFiles() error {
	value := make([]byte, 4096)
	for i := 0; i < b.asked; i++ {
		n := i % b.files
		file := filepath.Join(filepath.Dir(b.tapes), "data", path(n%b.organisations+1, n/b.organisations+1))
		if _, err := os.Lstat(file); err != nil {
			return err
		}
		if _, err := syscall.Getxattr(file, attribute, value); err != nil {
			return fmt.Errorf("%s of %s: %w", attribute, file, err)
		}
	}
	return nil
}

// compared tells how many times its reference a call takes, where both were measured.
func (r *result) compared(call string) string {
	reference, call50 := r.References[referenceOf[call]], r.Calls[call].P50
	if reference.P50 == 0 || call50 == 0 {
		return ""
	}
	return fmt.Sprintf("; p50 is %.1f x the %s (%.2f ms)", call50/reference.P50, referenceOf[call], reference.P50)
}
