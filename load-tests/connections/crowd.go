package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"bora/loadtests/client"
)

// crowd is connections that stay open.
type crowd struct {
	servers []*client.Server // whose connections these are, in turn
	workers int
	surl    string
	open    []*client.Connection
	asked   int64
}

// grow opens connections until there are so many, each of which asks once.
func (c *crowd) grow(ctx context.Context, count int) error {
	from := len(c.open)
	c.open = append(c.open, make([]*client.Connection, count-from)...)
	return c.each(ctx, from, 0, func(i int) error {
		connection, err := c.servers[i%len(c.servers)].Dial()
		if err != nil {
			return err
		}
		c.open[i] = connection
		return c.ping(connection)
	})
}

// use lets every connection ask once, spread over that time.
func (c *crowd) use(ctx context.Context, within time.Duration) error {
	return c.each(ctx, 0, within/time.Duration(len(c.open)), func(i int) error { return c.ping(c.open[i]) })
}

// burst lets all connections ask a backend at the same time; it returns how many were answered and how many were told to come again.
func (c *crowd) burst() (done, busy int64, err error) {
	begin := make(chan struct{})
	failures := make(chan error, len(c.open))
	var group sync.WaitGroup
	for _, connection := range c.open {
		group.Add(1)
		go func(connection *client.Connection) {
			defer group.Done()
			<-begin
			answer, err := connection.Ls(c.surl, 0)
			switch {
			case err != nil:
				failures <- err
			case answer.Code == "SRM_SUCCESS":
				atomic.AddInt64(&done, 1)
			case answer.Code == "SRM_INTERNAL_ERROR":
				atomic.AddInt64(&busy, 1)
			default:
				failures <- fmt.Errorf("srmLs: %s", answer.Final()+" "+answer.Why)
			}
		}(connection)
	}
	close(begin)
	group.Wait()
	close(failures)
	if lost := len(failures); lost > 0 {
		return done, busy, fmt.Errorf("%d of %d calls made at the same time failed, for example: %w", lost, len(c.open), <-failures)
	}
	return done, busy, nil
}

func (c *crowd) ping(connection *client.Connection) error {
	if _, err := connection.Ping(); err != nil {
		return err
	}
	atomic.AddInt64(&c.asked, 1)
	return nil
}

// each does it with every connection from one on, by all workers, none sooner than its turn; it ends with the first failure.
func (c *crowd) each(ctx context.Context, from int, apart time.Duration, do func(i int) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	begin := time.Now()
	next := int64(from) - 1
	failures := make(chan error, c.workers)
	for w := 0; w < c.workers; w++ {
		go func() {
			for {
				i := int(atomic.AddInt64(&next, 1))
				if i >= len(c.open) || ctx.Err() != nil {
					failures <- ctx.Err()
					return
				}
				select {
				case <-ctx.Done():
				case <-time.After(time.Until(begin.Add(time.Duration(i-from) * apart))):
					if err := do(i); err != nil {
						failures <- fmt.Errorf("connection %d: %w", i+1, err)
						stop()
						return
					}
				}
			}
		}()
	}
	var first error
	for w := 0; w < c.workers; w++ {
		if err := <-failures; err != nil && (first == nil || first == context.Canceled) {
			first = err
		}
	}
	return first
}

func (c *crowd) close() {
	for _, connection := range c.open {
		if connection != nil {
			connection.Close()
		}
	}
}
