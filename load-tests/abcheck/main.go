// Command abcheck lets ab (of Apache, C and OpenSSL) and the load client do the same, and compares
// what it costs the server: a client that measures itself, or does not do what it says, would differ.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"bora/loadtests/client"
)

// within is how far the server's CPU per call may differ.
const within = 0.10

type options struct {
	endpoint, proxy, certificates, ab, json string
	pid, slices, workers                    int
	slice, warmUp                           time.Duration
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
	flag.IntVar(&o.slices, "slices", 6, "pairs of slices; an even number, for each goes first as often")
	flag.IntVar(&o.workers, "workers", 4, "connections at a time")
	flag.DurationVar(&o.slice, "slice", 5*time.Second, "length of one slice")
	flag.DurationVar(&o.warmUp, "warm-up", 60*time.Second, "for the JIT compiler: whoever comes first would find the server slower")
	flag.StringVar(&o.json, "json", "", "file for the figures")
	flag.Parse()
	if err := run(o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench-client:", err)
		os.Exit(1)
	}
}

func run(o options, out io.Writer) error {
	server, err := serverOf(o)
	if err != nil {
		return err
	}
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
	warm := o
	warm.slice = o.warmUp
	if _, err := takeOwn(warm, server); err != nil {
		return err
	}
	for i := 1; i <= o.slices; i++ {
		p, err := both(o, command, server, i%2 == 1)
		if err != nil {
			return err
		}
		pairs = append(pairs, p)
		fmt.Fprintf(out, "%5d   %-44s %-44s %.3f\n", i, p.Ab, p.Own, p.Own.Server/p.Ab.Server)
	}
	if err := write(o.json, pairs); err != nil {
		return err
	}
	return judge(out, pairs)
}

func serverOf(o options) (*client.Server, error) {
	user, err := client.LoadCredential(o.proxy)
	if err != nil {
		return nil, err
	}
	trust, err := client.LoadTrust(o.certificates)
	if err != nil {
		return nil, err
	}
	server, err := client.NewServer(o.endpoint, user, trust, 20*time.Second)
	if err != nil {
		return nil, err
	}
	server.Plain = true
	return server, nil
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
	var ab, own, abCalls, ownCalls, failures float64
	for _, p := range pairs {
		ab += p.Ab.Server * float64(p.Ab.Calls)
		own += p.Own.Server * float64(p.Own.Calls)
		abCalls += float64(p.Ab.Calls)
		ownCalls += float64(p.Own.Calls)
		failures += float64(p.Ab.Failures + p.Own.Failures)
	}
	ratio := (own / ownCalls) / (ab / abCalls)
	fmt.Fprintf(out, "server CPU per call, load client over ab: %.3f (within %.0f %% of 1 is wanted), %.0f failures\n", ratio, within*100, failures)
	if failures > 0 {
		return fmt.Errorf("%.0f calls failed", failures)
	}
	if ratio < 1-within || ratio > 1+within {
		return fmt.Errorf("the load client is not the load that ab is: %.3f", ratio)
	}
	return nil
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
