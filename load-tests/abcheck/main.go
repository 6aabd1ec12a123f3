// Command abcheck lets ab (of Apache, C and OpenSSL) and the load client do the same, and compares
// what it costs the server: a client that measures itself, or does not do what it says, would differ.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/machine"
)

// within is how far the server's CPU per call may differ.
const within = 0.10

type options struct {
	endpoint, proxy, certificates, ab, json string
	pid, slices, workers                    int
	slice                                   time.Duration
}

// sample is what one slice came to.
type sample struct {
	Calls     int64   `json:"calls"`
	Failures  int64   `json:"failures"`
	PerSecond float64 `json:"perSecond"`
	Server    float64 `json:"serverCpuMicrosEach"`
	Client    float64 `json:"clientCpuMicrosEach"`
}

type pair struct {
	Ab  sample `json:"ab"`
	Own sample `json:"own"`
}

func main() {
	o := options{}
	flag.StringVar(&o.endpoint, "endpoint", "", "HOST:PORT of Bora")
	flag.IntVar(&o.pid, "pid", 0, "process of Bora on this machine")
	flag.StringVar(&o.proxy, "proxy", "", "credential of the user")
	flag.StringVar(&o.certificates, "certificates", "", "directory of authorities")
	flag.StringVar(&o.ab, "ab", "ab", "the command")
	flag.IntVar(&o.slices, "slices", 5, "pairs of slices, after one that does not count")
	flag.IntVar(&o.workers, "workers", 4, "connections at a time")
	flag.DurationVar(&o.slice, "slice", 5*time.Second, "length of one slice")
	flag.StringVar(&o.json, "json", "", "file for the figures")
	flag.Parse()
	if err := run(o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench-client:", err)
		os.Exit(1)
	}
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
	server, err := client.NewServer(o.endpoint, user, trust, 20*time.Second)
	if err != nil {
		return err
	}
	server.Plain = true
	body, err := pingFile()
	if err != nil {
		return err
	}
	defer os.Remove(body)
	command, err := abCommand(o, body)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "bench client, %s\n  ab   %s\n  own  the same by this client; both: TLS 1.2, client certificate, HTTPS without the byte of GSI, a new connection for each srmPing\n",
		time.Now().UTC().Format(time.RFC3339), strings.Join(command, " "))
	fmt.Fprintf(out, "slice   %-44s %-44s ratio of server CPU\n", "ab: server us, own us, per s", "load client: server us, own us, per s")
	var pairs []pair
	for i := 0; i <= o.slices; i++ {
		p, err := both(o, command, server, i%2 == 1)
		if err != nil {
			return err
		}
		if i == 0 { // warms up
			continue
		}
		pairs = append(pairs, p)
		fmt.Fprintf(out, "%5d   %-44s %-44s %.3f\n", i, p.Ab, p.Own, p.Own.Server/p.Ab.Server)
	}
	if err := write(o.json, pairs); err != nil {
		return err
	}
	return judge(out, pairs)
}

func both(o options, command []string, server *client.Server, ownFirst bool) (p pair, err error) {
	ab := func() (err error) { p.Ab, err = takeAb(o, command); return err }
	own := func() (err error) { p.Own, err = takeOwn(o, server); return err }
	order := []func() error{ab, own}
	if ownFirst {
		order = []func() error{own, ab}
	}
	for _, take := range order {
		if err := take(); err != nil {
			return p, err
		}
	}
	return p, nil
}

func judge(out io.Writer, pairs []pair) error {
	var ab, own, abSelf, ownSelf, failures float64
	for _, p := range pairs {
		ab += p.Ab.Server * float64(p.Ab.Calls)
		own += p.Own.Server * float64(p.Own.Calls)
		abSelf += float64(p.Ab.Calls)
		ownSelf += float64(p.Own.Calls)
		failures += float64(p.Ab.Failures + p.Own.Failures)
	}
	ratio := (own / ownSelf) / (ab / abSelf)
	fmt.Fprintf(out, "server CPU per call, load client over ab: %.3f (within %.0f %% of 1 is wanted), %.0f failures\n", ratio, within*100, failures)
	if failures > 0 {
		return fmt.Errorf("%.0f calls failed", failures)
	}
	if ratio < 1-within || ratio > 1+within {
		return fmt.Errorf("the load client is not the load that ab is: %.3f", ratio)
	}
	return nil
}

func pingFile() (string, error) {
	file, err := os.CreateTemp("", "bora-ping-*.xml")
	if err != nil {
		return "", err
	}
	if _, err := file.Write(client.PingEnvelope()); err != nil {
		file.Close()
		return "", err
	}
	return file.Name(), file.Close()
}

func abCommand(o options, body string) ([]string, error) {
	_, port, err := net.SplitHostPort(o.endpoint)
	if err != nil {
		return nil, err
	}
	seconds := strconv.Itoa(int(o.slice.Seconds() + 0.5))
	// ab does not compare names, and knows no second address of localhost
	return []string{o.ab, "-q", "-l", "-E", o.proxy, "-f", "TLS1.2", "-Z", "ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES256-GCM-SHA384",
		"-t", seconds, "-n", "1000000", "-c", strconv.Itoa(o.workers), "-p", body, "-T", "text/xml; charset=utf-8",
		"https://127.0.0.1:" + port + "/srm/managerv2"}, nil
}

func takeAb(o options, command []string) (sample, error) {
	before, err := machine.CPU(o.pid)
	if err != nil {
		return sample{}, err
	}
	ab := exec.Command(command[0], command[1:]...)
	text, err := ab.CombinedOutput()
	if err != nil {
		return sample{}, fmt.Errorf("ab: %w\n%s", err, text)
	}
	after, err := machine.CPU(o.pid)
	if err != nil {
		return sample{}, err
	}
	s, err := parseAb(string(text))
	if err != nil {
		return sample{}, err
	}
	own := ab.ProcessState.UserTime() + ab.ProcessState.SystemTime()
	return s.cost(after-before, own), nil
}

// parseAb reads what ab prints.
func parseAb(text string) (sample, error) {
	var s sample
	var seconds float64
	for _, line := range strings.Split(text, "\n") {
		key, value, found := strings.Cut(line, ":")
		words := strings.Fields(value)
		if !found || len(words) == 0 {
			continue
		}
		number, err := strconv.ParseFloat(words[0], 64)
		if err != nil {
			continue
		}
		switch key {
		case "Complete requests":
			s.Calls = int64(number)
		case "Failed requests", "Non-2xx responses", "Write errors":
			s.Failures += int64(number)
		case "Time taken for tests":
			seconds = number
		}
	}
	if s.Calls == 0 || seconds == 0 {
		return s, fmt.Errorf("ab says nothing of calls and time:\n%s", text)
	}
	s.PerSecond = float64(s.Calls) / seconds
	return s, nil
}

func takeOwn(o options, server *client.Server) (sample, error) {
	before, err := machine.CPU(o.pid)
	if err != nil {
		return sample{}, err
	}
	own, begin := ownCPU(), time.Now()
	var s sample
	var workers sync.WaitGroup
	for i := 0; i < o.workers; i++ {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for time.Since(begin) < o.slice {
				if ping(server) == nil {
					atomic.AddInt64(&s.Calls, 1)
				} else {
					atomic.AddInt64(&s.Failures, 1)
				}
			}
		}()
	}
	workers.Wait()
	s.PerSecond = float64(s.Calls) / time.Since(begin).Seconds()
	after, err := machine.CPU(o.pid)
	if err != nil {
		return sample{}, err
	}
	if s.Calls == 0 {
		return s, fmt.Errorf("none of %d calls of the load client succeeded", s.Failures)
	}
	return s.cost(after-before, ownCPU()-own), nil
}

func ping(server *client.Server) error {
	c, err := server.Dial()
	if err != nil {
		return err
	}
	defer c.Close()
	_, err = c.Ping()
	return err
}

func (s sample) cost(server, own time.Duration) sample {
	s.Server = float64(server.Microseconds()) / float64(s.Calls)
	s.Client = float64(own.Microseconds()) / float64(s.Calls)
	return s
}

func (s sample) String() string {
	text := fmt.Sprintf("%.0f, %.0f, %.0f/s", s.Server, s.Client, s.PerSecond)
	if s.Failures > 0 {
		text += fmt.Sprintf(" %d FAILED", s.Failures)
	}
	return text
}

func ownCPU() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func write(file string, pairs []pair) error {
	if file == "" {
		return nil
	}
	text, err := json.MarshalIndent(map[string]interface{}{"slices": pairs}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
