// Command http measures GET and PUT of two servers over TLS in alternating slices of one run: throughput, and CPU of the server for
// each request; and one GET of many ranges against as many GETs over a slow line. See ../README.md.
package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/dav"
)

const most = 16

type options struct {
	bora, nginx         string
	boraPID, nginxPID   int
	path                string
	proxy, certificates string
	methods             string
	sizes, connections  string
	rounds              int
	slice               time.Duration
	delay               time.Duration
	json                string
	synced              string
	syncedPID           int
	serve               string
	certificate, key    string
	held                int
	holders             string
}

// server is one of the two.
type server struct {
	name string
	pid  int
	*dav.Client
}

func main() {
	o := options{}
	flag.StringVar(&o.bora, "bora", "", "https://HOST:PORT")
	flag.IntVar(&o.boraPID, "bora-pid", 0, "its process")
	flag.StringVar(&o.nginx, "nginx", "", "https://HOST:PORT of the reference, which serves the same directory")
	flag.IntVar(&o.nginxPID, "nginx-pid", 0, "its process, with its workers below")
	flag.StringVar(&o.synced, "synced", "", "https://HOST:PORT of a reference for PUT that syncs what it writes, in the same directory")
	flag.IntVar(&o.syncedPID, "synced-pid", 0, "its process")
	flag.StringVar(&o.serve, "serve", "", "not to measure, but to be that reference for this directory: prints its port, and goes on until it is ended")
	flag.StringVar(&o.certificate, "certificate", "", "of the reference")
	flag.StringVar(&o.key, "key", "", "of the reference")
	flag.StringVar(&o.path, "path", "/testvo", "directory on both")
	flag.StringVar(&o.proxy, "proxy", "", "credential of the user")
	flag.StringVar(&o.certificates, "certificates", "", "directory of authorities")
	flag.StringVar(&o.methods, "methods", "GET,PUT", "of them")
	flag.StringVar(&o.sizes, "sizes", "4096,1048576,1073741824", "bytes of files")
	flag.StringVar(&o.connections, "connections", "1,16", "at a time")
	flag.IntVar(&o.rounds, "rounds", 3, "slices of each server, in turn")
	flag.DurationVar(&o.slice, "slice", 5*time.Second, "length of one; what has begun is ended")
	flag.DurationVar(&o.delay, "delay", 20*time.Millisecond, "round trip of the slow line")
	flag.StringVar(&o.json, "json", "", "file for the figures")
	flag.IntVar(&o.held, "held", 0, "measures the memory of so many kept connections instead")
	flag.StringVar(&o.holders, "holders", "", "credentials that they show, in turn, with commas between")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := work(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "http:", err)
		os.Exit(1)
	}
}

// figures are all of a run.
type figures struct {
	TLS    string   `json:"tls"`
	Rows   []row    `json:"rows"`
	Ranges ranges   `json:"ranges"`
	Held   []memory `json:"held,omitempty"`
}

func work(ctx context.Context, o options) error {
	if o.serve != "" {
		return serveSynced(ctx, o.serve, o.certificate, o.key)
	}
	user, err := client.LoadCredential(o.proxy)
	if err != nil {
		return err
	}
	trust, err := client.LoadTrust(o.certificates)
	if err != nil {
		return err
	}
	if o.held > 0 {
		return holdOnly(ctx, o, trust)
	}
	sizes, err := numbers(o.sizes)
	if err != nil {
		return err
	}
	connections, err := numbers(o.connections)
	if err != nil {
		return err
	}
	open := func(base string) *dav.Client {
		return dav.Like(base, trust, user, most, tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256)
	}
	servers := []server{{"bora", o.boraPID, open(o.bora)}, {"nginx", o.nginxPID, open(o.nginx)}}
	if o.synced != "" {
		servers = append(servers, server{"synced", o.syncedPID, open(o.synced)})
	}
	all := figures{}
	fmt.Println("method      bytes  connections    bora MB/s  nginx MB/s  ratio    bora CPU ms  nginx CPU ms  ratio  synced MB/s  ratio")
	for _, size := range sizes {
		b := bench{o.path, size, servers, o.slice, o.rounds}
		if err := b.prepare(ctx); err != nil {
			return err
		}
		for _, method := range strings.Split(o.methods, ",") {
			for _, count := range connections {
				r, err := b.play(ctx, method, count)
				if err != nil {
					return fmt.Errorf("%s of %d bytes: %w", method, size, err)
				}
				fmt.Printf("%-6s %10d %12d %12.1f %11.1f %6.2f %14.2f %13.2f %6.2f%s\n", r.Method, r.Bytes, r.Connections,
					r.Bora.MegabytesPerSecond, r.Nginx.MegabytesPerSecond, r.Throughput, r.Bora.CPU, r.Nginx.CPU, r.CPU, r.synced())
				all.Rows = append(all.Rows, r)
			}
		}
		b.tidy(ctx)
	}
	all.TLS = servers[0].Spoken()
	if other := servers[1].Spoken(); other != all.TLS {
		return fmt.Errorf("bora speaks %s, nginx %s", all.TLS, other)
	}
	if all.Ranges, err = measureRanges(ctx, o, servers[0], open); err != nil {
		return err
	}
	fmt.Printf("%s\n%d ranges at %s: one GET %.3f s, as many GETs %.3f s, ratio %.1f\n", all.TLS, rangeCount, o.delay, all.Ranges.Together, all.Ranges.Apart, all.Ranges.Ratio)
	return write(o.json, all)
}

func numbers(text string) ([]int, error) {
	var all []int
	for _, word := range strings.Split(text, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 {
			return nil, errors.New("numbers stand between commas")
		}
		all = append(all, n)
	}
	return all, nil
}

func write(file string, all figures) error {
	if file == "" {
		return nil
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
