// Command taperest plays organisations that stage by the Tape REST API, as FTS does for them, against a
// Bora of this machine, while SRM clients bring the same files online. It measures answers and memory,
// counts recalls, and compares what each organisation gets. See ../README.md.
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
	endpoint, http      string
	proxy, certificates string
	key                 string
	database, secret    string
	tapes               string
	organisations       int
	files, size, filler int
	requests, targets   int
	asked               int // paths of a question for archive information
	standing            int
	posts, polls, srm   float64 // per second, of all
	patience            time.Duration
	warmUp              time.Duration
	pid                 int
	json                string
}

// longest is the time after which it ends whatever happens.
const longest = 90 * time.Minute

func main() {
	o := options{}
	flag.StringVar(&o.endpoint, "endpoint", "", "HOST:PORT of SRM")
	flag.StringVar(&o.http, "http", "", "HOST:PORT of HTTP")
	flag.StringVar(&o.proxy, "proxy", "", "credential of the SRM user")
	flag.StringVar(&o.certificates, "certificates", "", "directory of authorities")
	flag.StringVar(&o.key, "token-key", "", "private key of the token issuers")
	flag.StringVar(&o.database, "database", "", "HOST:PORT of Bora's database")
	flag.StringVar(&o.secret, "password-file", "", "file with the password of bora there")
	flag.StringVar(&o.tapes, "tapes", "", "directory of the virtual library")
	flag.IntVar(&o.organisations, "organisations", 5, "virtual organisations vo1, vo2, ...")
	flag.IntVar(&o.files, "files", 20000, "on tape, of all organisations")
	flag.IntVar(&o.size, "size", 1024, "bytes of a file")
	flag.IntVar(&o.filler, "filler", 0, "bytes of a file that drives the others from the disk")
	flag.IntVar(&o.requests, "requests", 5000, "stage requests of all organisations")
	flag.IntVar(&o.targets, "targets", 200, "files of a stage request")
	flag.IntVar(&o.asked, "archive-paths", 10000, "paths of a question for archive information")
	flag.IntVar(&o.standing, "standing", 0, "targets of other requests that wait all the time, copied into the database")
	flag.Float64Var(&o.posts, "posts", 20, "stage requests in a second")
	flag.Float64Var(&o.polls, "polls", 100, "polls in a second")
	flag.Float64Var(&o.srm, "srm", 20, "srmBringOnlines in a second")
	flag.DurationVar(&o.patience, "patience", time.Hour, "from the first request until all files are there, and for each step of the preparation")
	flag.DurationVar(&o.warmUp, "warm-up", time.Minute, "whose calls are told apart")
	flag.IntVar(&o.pid, "pid", 0, "process of Bora")
	flag.StringVar(&o.json, "json", "", "file for the figures")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	if err := run(ctx, o, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench-tape-rest:", err)
		os.Exit(1)
	}
}

// bench is what all steps need.
type bench struct {
	options
	api      []*api // one for each organisation
	srm      *client.Server
	database *mariadb.Client
	result   *result
}

func run(ctx context.Context, o options, words []string) error {
	if len(words) != 1 || words[0] != "prepare" && words[0] != "load" {
		return fmt.Errorf("prepare or load is wanted, not %v", words)
	}
	if o.organisations < 1 || o.files < o.organisations || o.targets < 1 || o.targets > o.files/o.organisations {
		return fmt.Errorf("each of %d organisations needs files, and a request no more than those: %d of %d", o.organisations, o.targets, o.files)
	}
	b, err := connect(o)
	if err != nil {
		return err
	}
	defer b.database.Close()
	if words[0] == "prepare" {
		return b.prepare(ctx)
	}
	return b.load(ctx)
}

func connect(o options) (*bench, error) {
	trust, err := client.LoadTrust(o.certificates)
	if err != nil {
		return nil, err
	}
	user, err := client.LoadCredential(o.proxy)
	if err != nil {
		return nil, err
	}
	server, err := client.NewServer(o.endpoint, user, trust, time.Minute)
	if err != nil {
		return nil, err
	}
	key, err := loadKey(o.key)
	if err != nil {
		return nil, err
	}
	b := &bench{options: o, srm: server}
	for n := 1; n <= o.organisations; n++ {
		token, err := key.token(fmt.Sprintf("https://localhost/vo%d", n), "production")
		if err != nil {
			return nil, err
		}
		b.api = append(b.api, newAPI(o.http, trust, token, n))
	}
	password, err := os.ReadFile(filepath.Clean(o.secret))
	if err != nil {
		return nil, err
	}
	if b.database, err = mariadb.Connect(o.database, "bora", strings.TrimSpace(string(password))); err != nil {
		return nil, err
	}
	_, err = b.database.Ask("USE bora")
	return b, err
}

// path is the name of a file: number n of an organisation, counted from 1.
func path(organisation, n int) string { return fmt.Sprintf("/bench/vo%d/f%06d", organisation, n) }

// each is how many files an organisation has.
func (o options) each() int { return o.files / o.organisations }
