package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"
)

const writers = 2 // of one organisation at a time

// prepare writes files by HTTP, waits until all are on tape, and drives them from the disk.
func (b *bench) prepare(ctx context.Context) error {
	begin := time.Now()
	for _, one := range b.api {
		if _, err := one.call(ctx, "MKCOL", fmt.Sprintf("/bench/vo%d", one.organisation), nil, http.StatusCreated); err != nil {
			return err
		}
	}
	if err := b.write(ctx); err != nil {
		return err
	}
	fmt.Printf("%d files of %d bytes written in %.0f s\n", b.files, b.size, time.Since(begin).Seconds())
	const notOnTape = "SELECT COUNT(*) FROM stored_file WHERE area = 'bench' AND on_tape = FALSE"
	if err := b.await(ctx, "files are not on tape", notOnTape); err != nil {
		return err
	}
	if _, err := b.api[0].call(ctx, http.MethodPut, "/bench/filler", make([]byte, b.filler), http.StatusCreated, http.StatusNoContent); err != nil {
		return err
	}
	const onDisk = "SELECT COUNT(*) FROM stored_file WHERE area = 'bench' AND on_disk = TRUE AND path <> 'filler'"
	if err := b.await(ctx, "files are on disk", onDisk); err != nil {
		return err
	}
	fmt.Printf("all are on tape alone after %.0f s\n", time.Since(begin).Seconds())
	return nil
}

// write puts the files of all organisations at the same time, so that they lie mixed on the tapes.
func (b *bench) write(ctx context.Context) error {
	ctx, first := failFast(ctx)
	defer first.stop()
	var all sync.WaitGroup
	for _, one := range b.api {
		for w := 0; w < writers; w++ {
			all.Add(1)
			go func(one *api, from int) {
				defer all.Done()
				for n := from; n <= b.each() && ctx.Err() == nil; n += writers {
					content := bytes.Repeat([]byte{byte(n), byte(n >> 8), byte(one.organisation), '.'}, (b.size+3)/4)[:b.size]
					if _, err := one.call(ctx, http.MethodPut, path(one.organisation, n), content, http.StatusCreated, http.StatusNoContent); err != nil {
						first.failed(err)
					}
				}
			}(one, w+1)
		}
	}
	all.Wait()
	return first.error(ctx)
}

// await asks again until a count is zero.
func (b *bench) await(ctx context.Context, what, count string) error {
	end := time.Now().Add(b.patience)
	for {
		left, err := b.count(count)
		if err != nil || left == 0 {
			return err
		}
		if time.Now().After(end) || ctx.Err() != nil {
			return fmt.Errorf("after %s %d %s", b.patience, left, what)
		}
		time.Sleep(200 * time.Millisecond)
	}
}

func (b *bench) count(query string) (int64, error) {
	rows, err := b.database.Ask(query)
	if err != nil {
		return 0, err
	}
	if len(rows) != 1 || len(rows[0]) != 1 {
		return 0, fmt.Errorf("no number: %s", query)
	}
	var number int64
	_, err = fmt.Sscan(rows[0][0], &number)
	return number, err
}
