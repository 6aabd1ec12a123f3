// Command requests fills the database of a Bora of this machine with live requests, as Bora itself
// leaves them, and measures what a backend needs to serve on: heap, time of status calls, time until
// all that ended at once is swept. See ../README.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/mariadb"
)

type options struct {
	endpoint, root       string
	proxy, certificates  string
	database, secret     string
	requests, ending     int
	pid                  int
	patience, sweptUntil time.Duration
	heapShare            float64
	starting             float64
	json                 string
}

// longest is the time after which it ends whatever happens.
const longest = 20 * time.Minute

func main() {
	o := options{}
	flag.StringVar(&o.endpoint, "endpoint", "", "HOST:PORT of Bora")
	flag.StringVar(&o.root, "sfn-root", "/testvo", "an area in which the user may write")
	flag.StringVar(&o.proxy, "proxy", "", "credential of the user")
	flag.StringVar(&o.certificates, "certificates", "", "directory of authorities")
	flag.StringVar(&o.database, "database", "", "HOST:PORT of its database")
	flag.StringVar(&o.secret, "password-file", "", "file with the password of bora there")
	flag.IntVar(&o.requests, "requests", 1000000, "half of them puts, half gets")
	flag.IntVar(&o.ending, "ending", 100000, "puts that end at once")
	flag.IntVar(&o.pid, "pid", 0, "process of Bora, for measure")
	flag.DurationVar(&o.patience, "patience", time.Minute, "for a call")
	flag.DurationVar(&o.sweptUntil, "swept-until", 5*time.Minute, "how long the sweep of the ended may take")
	flag.Float64Var(&o.heapShare, "heap-share", 0.5, "of its greatest heap that may be live")
	flag.Float64Var(&o.starting, "started-in", 0, "seconds that the start took, for the figures")
	flag.StringVar(&o.json, "json", "", "file for the figures")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	if err := run(ctx, o, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench-requests:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options, words []string) error {
	if len(words) != 1 || words[0] != "fill" && words[0] != "measure" {
		return fmt.Errorf("fill or measure is wanted, not %v", words)
	}
	if o.requests < 20 || o.requests > 10000000 || o.ending < 1 || o.ending > o.requests/2 {
		return fmt.Errorf("20 to 10,000,000 requests, and at most half of them ending")
	}
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
	password, err := os.ReadFile(filepath.Clean(o.secret))
	if err != nil {
		return err
	}
	database, err := mariadb.Connect(o.database, "bora", strings.TrimSpace(string(password)))
	if err != nil {
		return err
	}
	defer database.Close()
	if _, err := database.Ask("USE bora"); err != nil {
		return err
	}
	connection, err := server.Dial()
	if err != nil {
		return err
	}
	defer connection.Close()
	if words[0] == "fill" {
		return fill(ctx, o, connection, database)
	}
	return measure(ctx, o, connection, database)
}
