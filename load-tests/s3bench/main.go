// Command s3bench measures two S3 servers over TLS in one run: small objects, a large one, a long listing, and the publication
// of many small files of which most are there already. See ../README.md.
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
	"time"

	"bora/loadtests/client"
	"bora/loadtests/s3"
)

type options struct {
	bora, other         string
	boraPID, otherPID   int
	root, certificates  string
	connections         string
	rounds              int
	slice               time.Duration
	large, keys, files  int
	unchanged           string
	json                string
	otherKey, otherCode string
}

// server is one of the two, with its bucket below the root.
type server struct {
	name, bucket string
	pid          int
	*s3.Client
}

// figures are all of a run.
type figures struct {
	Small    []pair `json:"small"`
	Large    []pair `json:"large"`
	Listing  []pair `json:"listing"`
	Publish  []pair `json:"publish"`
	Keys     int    `json:"keys"`
	LargeMiB int    `json:"large_mib"`
}

// pair is what both have done.
type pair struct {
	What  string  `json:"what"`
	Bora  side    `json:"bora"`
	Other side    `json:"versitygw"`
	Rate  float64 `json:"rate_ratio"`
	CPU   float64 `json:"cpu_ratio"`
}

// side is one of them.
type side struct {
	Done    int     `json:"done"`
	Seconds float64 `json:"seconds"`
	Rate    float64 `json:"per_s"`
	CPU     float64 `json:"cpu_ms_each"`
	Grown   int64   `json:"grown_bytes,omitempty"`
}

func main() {
	o := options{}
	flag.StringVar(&o.bora, "bora", "", "https://HOST:PORT; AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are its key")
	flag.IntVar(&o.boraPID, "bora-pid", 0, "its process")
	flag.StringVar(&o.other, "other", "", "https://HOST:PORT of versitygw")
	flag.IntVar(&o.otherPID, "other-pid", 0, "its process")
	flag.StringVar(&o.otherKey, "other-key", "", "access key of versitygw")
	flag.StringVar(&o.otherCode, "other-secret", "", "its secret")
	flag.StringVar(&o.root, "root", "", "directory with the buckets of both in it")
	flag.StringVar(&o.certificates, "certificates", "", "directory of authorities")
	flag.StringVar(&o.connections, "connections", "1,16,64", "at a time, for small objects")
	flag.IntVar(&o.rounds, "rounds", 3, "slices of each server, in turn")
	flag.DurationVar(&o.slice, "slice", 5*time.Second, "length of one; what has begun is ended")
	flag.IntVar(&o.large, "large", 100, "MB of the large object; 0: none")
	flag.IntVar(&o.keys, "keys", 1_000_000, "of the listing; 0: none")
	flag.IntVar(&o.files, "files", 30_000, "to publish; 0: none")
	flag.StringVar(&o.unchanged, "unchanged", "0,50,90", "percent of them that are there already")
	flag.StringVar(&o.json, "json", "", "file for the figures")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := work(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "s3bench:", err)
		os.Exit(1)
	}
}

func work(ctx context.Context, o options) error {
	trust, err := client.LoadTrust(o.certificates)
	if err != nil {
		return err
	}
	connections, err := numbers(o.connections)
	if err != nil {
		return err
	}
	unchanged, err := numbers(o.unchanged)
	if err != nil {
		return err
	}
	open := func(base, bucket, key, secret string) *s3.Client { return s3.New(base, bucket, key, secret, trust, 64) }
	b := bench{options: o, servers: []server{
		{"bora", "testvo", o.boraPID, open(o.bora, "testvo", os.Getenv("AWS_ACCESS_KEY_ID"), os.Getenv("AWS_SECRET_ACCESS_KEY"))},
		{"versitygw", "versitygw", o.otherPID, open(o.other, "versitygw", o.otherKey, o.otherCode)},
	}}
	if err := b.servers[1].MakeBucket(ctx); err != nil {
		return fmt.Errorf("the bucket of versitygw: %w", err)
	}
	all := figures{Keys: o.keys, LargeMiB: o.large}
	fmt.Println("what                                    bora /s  versitygw /s  ratio  bora CPU ms  versitygw CPU ms  ratio")
	if all.Small, err = b.small(ctx, connections); err != nil {
		return err
	}
	if all.Large, err = b.largeOnes(ctx); err != nil {
		return err
	}
	if all.Publish, err = b.publish(ctx, unchanged); err != nil {
		return err
	}
	if all.Listing, err = b.listing(ctx); err != nil {
		return err
	}
	return write(o.json, all)
}

func compared(what string, sides []side) pair {
	p := pair{What: what, Bora: sides[0], Other: sides[1]}
	p.Rate = p.Bora.Rate / p.Other.Rate
	if p.Other.CPU > 0 {
		p.CPU = p.Bora.CPU / p.Other.CPU
	}
	fmt.Printf("%-36s %10.1f %13.1f %6.2f %12.3f %17.3f %6.2f\n", what, p.Bora.Rate, p.Other.Rate, p.Rate, p.Bora.CPU, p.Other.CPU, p.CPU)
	return p
}

func numbers(text string) ([]int, error) {
	var all []int
	for _, word := range strings.Split(text, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 {
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
