package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/mariadb"
)

// step is one kind of call over all files, measured as a whole.
type step struct {
	Name    string           `json:"name"`
	Files   int              `json:"files"`
	Calls   int64            `json:"soapCalls"`
	Seconds float64          `json:"seconds"`
	Counted map[string]int64 `json:"databaseCounters"`
}

type file struct {
	surl, token, turl string
}

type bench struct {
	options
	server   *client.Server
	counters func() (map[string]int64, error)
	content  []byte
	files    []file
	steps    []step
}

func run(o options, out io.Writer) error {
	user, err := client.LoadCredential(o.proxy)
	if err != nil {
		return err
	}
	trust, err := client.LoadTrust(o.certificates)
	if err != nil {
		return err
	}
	server, err := client.NewServer(o.endpoint, user, trust, o.patience)
	if err != nil {
		return err
	}
	password, err := os.ReadFile(o.passwordFile)
	if err != nil {
		return err
	}
	database, err := mariadb.Connect(o.database, o.databaseUser, strings.TrimSpace(string(password)))
	if err != nil {
		return err
	}
	defer database.Close()
	b := &bench{
		options:  o,
		server:   server,
		counters: database.Counters,
		content:  bytes.Repeat([]byte("0123456789abcde\n"), o.size/16+1)[:o.size],
		files:    make([]file, o.puts),
	}
	directory := "srm://" + o.endpoint + o.sfnRoot + fmt.Sprintf("/bench-put-%d", time.Now().UnixNano())
	for i := range b.files {
		b.files[i].surl = fmt.Sprintf("%s/%06d", directory, i)
	}
	err = b.within(directory)
	if err != nil {
		return err
	}
	report(out, o, b.steps)
	return write(o.json, b.steps)
}

// within makes the directory, measures, and removes it again whatever happened.
func (b *bench) within(directory string) (err error) {
	connection, err := b.server.Dial()
	if err != nil {
		return err
	}
	defer connection.Close()
	if err := done(connection.Mkdir(directory)); err != nil {
		return err
	}
	defer func() {
		// a fresh connection: the first one may have been closed as idle meanwhile
		last, dialled := b.server.Dial()
		if dialled == nil {
			defer last.Close()
			dialled = done(last.Rmdir(directory))
		}
		if err == nil {
			err = dialled
		}
	}()
	return b.measure()
}

func (b *bench) measure() error {
	if err := b.step("idle", 0, func() error { time.Sleep(b.idle); return nil }); err != nil {
		return err
	}
	steps := []struct {
		name string
		once func(*client.Connection, *file) error
	}{
		{"srmPrepareToPut", b.prepare},
		{"transfer", b.write},
		{"srmPutDone", b.finish},
	}
	for _, s := range steps {
		once := s.once
		if err := b.step(s.name, len(b.files), func() error { return b.all(once) }); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) step(name string, files int, work func() error) error {
	before, err := b.counters()
	if err != nil {
		return err
	}
	calls, begin := b.server.Calls(), time.Now()
	if err := work(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	spent := time.Since(begin)
	after, err := b.counters()
	if err != nil {
		return err
	}
	counted := map[string]int64{}
	for counter, value := range after {
		if value != before[counter] {
			counted[counter] = value - before[counter]
		}
	}
	// the one SHOW GLOBAL STATUS that lies between
	counted["Questions"]--
	counted["Com_show_status"]--
	b.steps = append(b.steps, step{name, files, b.server.Calls() - calls, spent.Seconds(), counted})
	return nil
}

// all does it for every file, on as many connections as there are workers; connecting is not part
// of what is timed per call, but of the step.
func (b *bench) all(once func(*client.Connection, *file) error) error {
	next := make(chan *file)
	failures := make(chan error, b.workers)
	var workers sync.WaitGroup
	for w := 0; w < b.workers; w++ {
		workers.Add(1)
		go func() {
			defer workers.Done()
			connection, err := b.server.Dial()
			if err == nil {
				defer connection.Close()
			}
			for f := range next { // after a failure the rest is only taken off the line
				if err == nil {
					err = once(connection, f)
				}
			}
			if err != nil {
				failures <- err
			}
		}()
	}
	for i := range b.files {
		next <- &b.files[i]
	}
	close(next)
	workers.Wait()
	close(failures)
	return <-failures
}

func (b *bench) prepare(connection *client.Connection, f *file) error {
	reply, err := connection.PrepareToPut(f.surl, len(b.content))
	for err == nil && reply.Pending() {
		time.Sleep(500 * time.Millisecond)
		reply, err = connection.StatusOfPut(reply.Token)
	}
	if err := done(reply, err); err != nil {
		return err
	}
	if len(reply.Files) != 1 || reply.Files[0].Turl == "" {
		return fmt.Errorf("no TURL in %+v", *reply)
	}
	f.token, f.turl = reply.Token, reply.Files[0].Turl
	return nil
}

func (b *bench) write(_ *client.Connection, f *file) error {
	turl, err := url.Parse(f.turl)
	if err != nil {
		return err
	}
	switch b.transfer {
	case "local":
		return overwrite(turl.Path, b.content)
	case "gridftp":
		command := exec.Command("globus-url-copy", "-", f.turl)
		command.Stdin = bytes.NewReader(b.content)
		command.Env = append(os.Environ(), "X509_USER_PROXY="+b.proxy, "X509_CERT_DIR="+b.certificates)
		if output, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("globus-url-copy: %w: %s", err, output)
		}
		return nil
	default:
		return fmt.Errorf("--transfer %s: allowed are local and gridftp", b.transfer)
	}
}

// overwrite fills a file that is there: Bora made it for the transfer.
func overwrite(path string, content []byte) error {
	target, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	if _, err := target.Write(content); err != nil {
		target.Close()
		return err
	}
	return target.Close()
}

func (b *bench) finish(connection *client.Connection, f *file) error {
	return done(connection.PutDone(f.token, f.surl))
}

func done(reply *client.Reply, err error) error {
	if err != nil {
		return err
	}
	if reply.Code != "SRM_SUCCESS" {
		return fmt.Errorf("%s %s %+v", reply.Code, reply.Explanation, reply.Files)
	}
	return nil
}

func write(file string, steps []step) error {
	if file == "" {
		return nil
	}
	text, err := json.MarshalIndent(map[string]interface{}{"steps": steps}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
