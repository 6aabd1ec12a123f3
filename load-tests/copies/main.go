// Command copies has servers copy files to one another by HTTP third-party copies, pull and push, with several numbers of streams,
// and compares the checksum of every file with that of its source: see ../README.md.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"bora/loadtests/client"
)

type options struct {
	sites        list
	ways         list
	proxy        string
	certificates string
	files        int
	streams      string
	megabytes    int
	parallel     int
	seed         int64
	json         string
}

// list is a flag that is given several times.
type list []string

func (l *list) String() string { return strings.Join(*l, " ") }

// Set takes one more.
func (l *list) Set(text string) error {
	*l = append(*l, text)
	return nil
}

func main() {
	o := options{}
	flag.Var(&o.sites, "site", "NAME,URL,PATH,DIRECTORY,TOKEN: a server, a path on it, where on this machine its files are, and a token that it takes (may be empty); several times")
	flag.Var(&o.ways, "way", "ACTIVE,pull|push,PASSIVE: who copies how from or to whom; several times")
	flag.StringVar(&o.proxy, "proxy", "", "credential of the user")
	flag.StringVar(&o.certificates, "certificates", "", "directory of authorities")
	flag.IntVar(&o.files, "files", 1000, "of each way and number of streams")
	flag.StringVar(&o.streams, "streams", "1,4,16", "numbers of streams")
	flag.IntVar(&o.megabytes, "megabytes", 1, "of a file for each stream: a stream is not worth a connection for less")
	flag.IntVar(&o.parallel, "parallel", 4, "copies at a time")
	flag.Int64Var(&o.seed, "seed", 1, "of the content of files")
	flag.StringVar(&o.json, "json", "", "file for the figures")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := work(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "copies:", err)
		os.Exit(1)
	}
}

func work(ctx context.Context, o options) error {
	user, err := client.LoadCredential(o.proxy)
	if err != nil {
		return err
	}
	trust, err := client.LoadTrust(o.certificates)
	if err != nil {
		return err
	}
	sites := map[string]*site{}
	for _, text := range o.sites {
		s, err := newSite(text, trust, user, o.parallel)
		if err != nil {
			return err
		}
		sites[s.name] = s
	}
	numbers, err := numbers(o.streams)
	if err != nil {
		return err
	}
	var rows []row
	failures := 0
	fmt.Println("who copies how          streams  files  failures   MB/s  files/s  remote addresses")
	for _, text := range o.ways {
		way, err := newWay(text, sites)
		if err != nil {
			return err
		}
		for _, streams := range numbers {
			r, err := way.play(ctx, o, streams)
			if err != nil {
				return fmt.Errorf("%s with %d streams: %w", way, streams, err)
			}
			fmt.Printf("%-23s %7d %6d %9d %6.1f %8.1f %17d\n", r.Way, r.Streams, r.Files, r.Failures, r.MegabytesPerSecond, r.FilesPerSecond, r.RemoteAddresses)
			for _, why := range r.Why {
				fmt.Println("   ", why)
			}
			rows = append(rows, r)
			failures += r.Failures
		}
	}
	if err := write(o.json, rows); err != nil {
		return err
	}
	if failures > 0 {
		return fmt.Errorf("%d copies failed", failures)
	}
	return nil
}

func numbers(text string) ([]int, error) {
	var all []int
	for _, word := range strings.Split(text, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > 64 {
			return nil, errors.New("-streams are numbers from 1 to 64 between commas")
		}
		all = append(all, n)
	}
	return all, nil
}

func write(file string, rows []row) error {
	if file == "" {
		return nil
	}
	text, err := json.MarshalIndent(rows, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
