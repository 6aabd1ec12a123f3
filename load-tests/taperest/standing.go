package main

import (
	"context"
	"fmt"
	"strings"
	"time"
)

const (
	part    = 20000         // rows of one statement
	library = "vault"       // of which one drive is held for ever and the other finds nothing to do
	never   = 4102444800000 // the year 2100, in milliseconds
)

// stand copies a request that has been made into requests that wait all the time, in the lines of a library that gives
// nothing: they cost what a site's own backlog costs, planning included, and nothing of it is ever done.
func (b *bench) stand(ctx context.Context, id string) error {
	if b.standing == 0 {
		return nil
	}
	begin := time.Now()
	sample := "UNHEX('" + strings.ReplaceAll(id, "-", "") + "')"
	requests := (b.standing + b.targets - 1) / b.targets
	owner := fmt.Sprintf("UNHEX(CONCAT('0190000000', LPAD(HEX(n DIV %d DIV 65536), 2, '0'), '7', SUBSTR(MD5(n DIV %d), 1, 3), '8', SUBSTR(MD5(n DIV %d), 4, 15)))",
		b.targets, b.targets, b.targets)
	name := "CONCAT('/standing/f', n)"
	file := "UNHEX(MD5(CONCAT('standing', n)))"
	statements := []string{
		"CREATE OR REPLACE TABLE bench_request AS SELECT * FROM request WHERE id = " + sample,
		"CREATE OR REPLACE TABLE bench_pin AS SELECT * FROM pin WHERE request_id = " + sample + " ORDER BY position LIMIT 1",
		// The row is there only once the library has had work.
		fmt.Sprintf("INSERT INTO tape_drive (library_name, slot, holder, taken_for, volume, lease_ms) VALUES ('%s', 0, UNHEX(MD5('bench')), 'RECALL', 'S', %d)"+
			" ON DUPLICATE KEY UPDATE holder = VALUES(holder), taken_for = VALUES(taken_for), volume = VALUES(volume), lease_ms = VALUES(lease_ms)", library, never),
	}
	for _, statement := range statements {
		if _, err := b.database.Ask(statement); err != nil {
			return err
		}
	}
	defer b.database.Ask("DROP TABLE bench_request, bench_pin")
	request := strings.ReplaceAll(owner, fmt.Sprintf("n DIV %d", b.targets), "n")
	if err := b.copies(ctx, requests, "request", "bench_request", map[string]string{"id": request}); err != nil {
		return err
	}
	pins := map[string]string{"request_id": owner, "position": fmt.Sprintf("n %% %d", b.targets), "surl": "CONCAT('srm://localhost/srm/managerv2?SFN=', " + name + ")",
		"name_key": "UNHEX(SHA2(CONCAT('standing', CHAR(0), SUBSTR(" + name + ", 11)), 256))", "file_id": file, "state": "'WAITING'", "waits_for": "'TAPE'",
		"start_ms": "0", "pin_until_ms": fmt.Sprint(never), "began_ms": "NULL", "ended_ms": "NULL", "lease_ms": "0"}
	if err := b.copies(ctx, b.standing, "pin", "bench_pin", pins); err != nil {
		return err
	}
	if err := b.recalls(ctx, file, name); err != nil {
		return err
	}
	for _, table := range []string{"request", "pin", "tape_recall"} {
		if _, err := b.database.Ask("ANALYZE TABLE " + table); err != nil {
			return err
		}
	}
	fmt.Printf("%d standing targets made in %.0f s\n", b.standing, time.Since(begin).Seconds())
	return b.sumUp()
}

// still fails where the standing targets do not stand: what was measured beside them was something else.
func (b *bench) still() error {
	rows, err := b.database.Ask("SELECT COUNT(*) FROM tape_recall WHERE library_name = '" + library + "' AND state = 'WAITING'")
	if err != nil {
		return err
	}
	if waiting := rows[0][0]; waiting != fmt.Sprint(b.standing) {
		return fmt.Errorf("of %d standing targets only %s are left", b.standing, waiting)
	}
	return nil
}

// sumUp measures what planning and forecasts ask of the database: a look at all that waits.
func (b *bench) sumUp() error {
	sums := &times{}
	for i := 0; i < 3; i++ {
		begin := time.Now()
		if _, err := b.database.Ask("SELECT volume, caller, COUNT(*), SUM(size), MAX(position), MAX(priority), MIN(wanted_ms), MIN(deadline_ms) FROM tape_recall WHERE library_name = '" +
			library + "' AND state = 'WAITING' AND due_ms <= 1 GROUP BY volume, caller"); err != nil {
			return err
		}
		sums.add(time.Since(begin))
	}
	b.result.Calls[sumCall] = sums.figures()
	return nil
}

// copies enters a row so many times, with what has to be of each one's own.
func (b *bench) copies(ctx context.Context, count int, table, sample string, changed map[string]string) error {
	rows, err := b.database.Ask("SELECT column_name FROM information_schema.columns WHERE table_schema = 'bora' AND table_name = '" + table +
		"' AND extra NOT LIKE '%GENERATED%' ORDER BY ordinal_position")
	if err != nil {
		return err
	}
	var names, values []string
	for _, row := range rows {
		names = append(names, row[0])
		if value, own := changed[row[0]]; own {
			values = append(values, value)
		} else {
			values = append(values, "t."+row[0])
		}
	}
	return b.insert(ctx, count, table, strings.Join(names, ", "), strings.Join(values, ", "), sample+" t JOIN ")
}

// recalls are as an organisation's own would be: all on one volume, which is being read.
func (b *bench) recalls(ctx context.Context, file, name string) error {
	return b.insert(ctx, b.standing, "tape_recall",
		"file_id, library_name, state, volume, position, object, area, path, size, adler32, caller, priority, wanted_ms, deadline_ms, due_ms",
		fmt.Sprintf("%s, '%s', 'WAITING', 'S', n, CONCAT('o', n), 'standing', SUBSTR(%s, 11), 1, '00000001', CONCAT('standing', LPAD(n %% 5, 8, '0')), 0, 0, %d, 0", file, library, name, never), "")
}

func (b *bench) insert(ctx context.Context, count int, table, names, values, from string) error {
	for first := 0; first < count && ctx.Err() == nil; first += part {
		last := first + part - 1
		if last >= count {
			last = count - 1
		}
		if _, err := b.database.Ask(fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s(SELECT seq AS n FROM seq_%d_to_%d) s", table, names, values, from, first, last)); err != nil {
			return fmt.Errorf("%s: %w", table, err)
		}
	}
	return ctx.Err()
}
