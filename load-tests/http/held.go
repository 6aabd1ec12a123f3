package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/dav"
	"bora/loadtests/machine"
)

const (
	heldBytes   = 4096
	heldWorkers = 16
	heldWarm    = 200
)

// memory is what the server holds at a moment, after a collection of garbage.
type memory struct {
	State    string `json:"state"`
	Heap     int64  `json:"heapBytes"`
	Resident int64  `json:"residentBytes"`
	Files    int    `json:"files"`
}

// holding opens kept connections and asks by them.
type holding struct {
	address string
	file    string
	configs []*tls.Config // of users, in turn
	open    []*tls.Conn
	readers []*bufio.Reader
}

// measureHeld says what so many connections cost that stay open: before them, while they are open, after each has asked again, and after they are gone.
func measureHeld(ctx context.Context, o options, trust *x509.CertPool) ([]memory, error) {
	h, file, err := begin(ctx, o, trust)
	if err != nil {
		return nil, err
	}
	defer h.close()
	defer func() { _ = file.Delete(ctx, h.file) }()
	if err := h.grow(ctx, heldWarm); err != nil {
		return nil, err
	}
	h.close()
	var all []memory
	add := func(state string) error {
		m, err := remember(ctx, o.boraPID, state)
		all = append(all, m)
		fmt.Printf("%-28s %12.1f %14.1f %8d\n", state, float64(m.Heap)/1e6, float64(m.Resident)/1e6, m.Files)
		return err
	}
	fmt.Printf("%-28s %12s %14s %8s\n", "", "heap, MB", "resident, MB", "files")
	steps := []struct {
		state string
		do    func() error
	}{
		{"before", func() error { return h.gone(ctx, o.boraPID, 0) }},
		{fmt.Sprintf("with %d, each asked once", o.held), func() error { return h.grow(ctx, o.held) }},
		{"each asked again", func() error { return h.each(ctx, 0, h.ask) }},
		{"after", func() error { h.close(); return h.gone(ctx, o.boraPID, all[0].Files) }},
	}
	for _, step := range steps {
		if err := step.do(); err != nil {
			return nil, fmt.Errorf("%s: %w", step.state, err)
		}
		if err := add(step.state); err != nil {
			return nil, err
		}
	}
	n := float64(o.held)
	fmt.Printf("a connection: %.1f KB of live heap, %.1f KB of resident memory, %.2f files\n",
		float64(all[2].Heap-all[0].Heap)/1e3/n, float64(all[2].Resident-all[0].Resident)/1e3/n, float64(all[2].Files-all[0].Files)/n)
	return all, nil
}

// begin stores the file that is asked for.
func begin(ctx context.Context, o options, trust *x509.CertPool) (*holding, *dav.Client, error) {
	base, err := url.Parse(o.bora)
	if err != nil {
		return nil, nil, err
	}
	h := &holding{address: base.Host, file: o.path + "/held"}
	var first *client.Credential
	for _, name := range strings.Split(o.holders, ",") {
		user, err := client.LoadCredential(name)
		if err != nil {
			return nil, nil, err
		}
		if first == nil {
			first = user
		}
		h.configs = append(h.configs, &tls.Config{RootCAs: trust, ServerName: base.Hostname(), Certificates: []tls.Certificate{user.Certificate}})
	}
	file := dav.New(o.bora, trust, first, "", 1)
	if err := file.Put(ctx, h.file, newBody(heldBytes), heldBytes); err != nil {
		return nil, nil, err
	}
	file.Leave()
	return h, file, nil
}

// grow opens connections until there are so many, each of which asks once.
func (h *holding) grow(ctx context.Context, count int) error {
	from := len(h.open)
	h.open = append(h.open, make([]*tls.Conn, count-from)...)
	h.readers = append(h.readers, make([]*bufio.Reader, count-from)...)
	return h.each(ctx, from, func(i int) error {
		dialer := &tls.Dialer{NetDialer: &net.Dialer{Timeout: time.Minute}, Config: h.configs[i%len(h.configs)]}
		connection, err := dialer.DialContext(ctx, "tcp", h.address)
		if err != nil {
			return err
		}
		h.open[i] = connection.(*tls.Conn)
		h.readers[i] = bufio.NewReaderSize(connection, 1024)
		return h.ask(i)
	})
}

// ask gets the file by one of them.
func (h *holding) ask(i int) error {
	if err := h.open[i].SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(h.open[i], "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", h.file, h.address); err != nil {
		return err
	}
	answer, err := http.ReadResponse(h.readers[i], nil)
	if err != nil {
		return err
	}
	got, err := io.Copy(io.Discard, answer.Body)
	if err == nil && (answer.StatusCode != http.StatusOK || got != heldBytes) {
		err = fmt.Errorf("status %d, %d bytes", answer.StatusCode, got)
	}
	return err
}

// each does it with every connection from one on, by a few workers; it ends with the first failure.
func (h *holding) each(ctx context.Context, from int, do func(i int) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	next := int64(from) - 1
	failures := make(chan error, heldWorkers)
	var group sync.WaitGroup
	for w := 0; w < heldWorkers; w++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := int(atomic.AddInt64(&next, 1)); i < len(h.open) && ctx.Err() == nil; i = int(atomic.AddInt64(&next, 1)) {
				if err := do(i); err != nil {
					failures <- fmt.Errorf("connection %d: %w", i+1, err)
					stop()
					return
				}
			}
		}()
	}
	group.Wait()
	close(failures)
	for err := range failures {
		return err
	}
	return ctx.Err()
}

func (h *holding) close() {
	for _, connection := range h.open {
		if connection != nil {
			connection.Close()
		}
	}
	h.open, h.readers = nil, nil
}

// gone waits until the server has closed its side: it has no more files than so many, or their number does not fall any more.
func (h *holding) gone(ctx context.Context, pid, files int) error {
	last := -1
	for same := 0; same < 5; {
		usage, err := machine.UsageAlone(pid)
		if err != nil {
			return err
		}
		if usage.Files == last {
			same++
		} else {
			same = 0
		}
		last = usage.Files
		if files > 0 && last <= files {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return nil
}

func remember(ctx context.Context, pid int, state string) (memory, error) {
	live, err := machine.LiveObjects(ctx, pid)
	if err != nil {
		return memory{}, err
	}
	usage, err := machine.UsageAlone(pid)
	if err != nil {
		return memory{}, err
	}
	return memory{State: state, Heap: live.Total.Bytes, Resident: usage.Memory, Files: usage.Files}, nil
}

// holdOnly is a run that measures nothing else.
func holdOnly(ctx context.Context, o options, trust *x509.CertPool) error {
	held, err := measureHeld(ctx, o, trust)
	if err != nil {
		return err
	}
	if o.json == "" {
		return nil
	}
	return write(o.json, figures{Held: held})
}
