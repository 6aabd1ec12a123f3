// Command faults lets clients do a mixture of everything with an SRM while something is broken again
// and again, keeps a journal of what was acknowledged to them, and in the end compares that with the
// filesystem and the database: see ../README.md and ../../docs/INVARIANTS.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

type options struct {
	endpoint, proxy, certificates        string
	root, library                        string
	areas, tapes, buffers                list
	largest                              int
	impatient                            bool
	doors                                string
	database, databaseUser, passwordFile string
	schema                               string
	journal, json                        string
	faults                               commands
	processes                            commands
	every, calm, duration, settle        time.Duration
	patience, worst                      time.Duration
	clients, calls                       int
	seed                                 int64
	comeAgain                            string
	sum                                  bool
	http, remote, remoteRoot, s3URL      string
	mostFaults                           int
}

// list is words between commas.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

// Set takes another list.
func (l *list) Set(text string) error {
	*l = nil
	for _, word := range strings.Split(text, ",") {
		if word == "" {
			return fmt.Errorf("'%s' has an empty word", text)
		}
		*l = append(*l, word)
	}
	return nil
}

// commands are NAME=COMMAND, several times.
type commands []command

type command struct{ name, text string }

func (c *commands) String() string { return "" }

// Set takes one more.
func (c *commands) Set(text string) error {
	name, command_, found := strings.Cut(text, "=")
	if !found || name == "" || command_ == "" {
		return fmt.Errorf("'%s' is not NAME=COMMAND", text)
	}
	*c = append(*c, command{name, command_})
	return nil
}

func main() {
	o := options{}
	flag.StringVar(&o.endpoint, "endpoint", "", "HOST:PORT in the SURLs")
	flag.StringVar(&o.doors, "doors", "", "HOST:PORT,HOST:PORT: where connections go in turn (default: the endpoint)")
	o.areas = list{"testvo"}
	flag.Var(&o.areas, "areas", "AREA,AREA to work in, the first most of all; each has the path /AREA (default testvo)")
	flag.Var(&o.tapes, "tapes", "AREA,AREA of them of which every file gets a copy on tape")
	flag.Var(&o.buffers, "buffers", "AREA,AREA of those whose files may leave the disk")
	flag.StringVar(&o.library, "library", "", "directory of the virtual tape library")
	flag.StringVar(&o.root, "root", "", "directory on this machine with the areas in it")
	flag.IntVar(&o.largest, "largest", 64<<20, "bytes of a file")
	flag.BoolVar(&o.impatient, "impatient", true, "of one command in 40 the client does not wait for the answer, and asks again")
	flag.StringVar(&o.proxy, "proxy", "", "credential of the user")
	flag.StringVar(&o.certificates, "certificates", "", "directory of authorities")
	flag.StringVar(&o.database, "database", "", "HOST:PORT,HOST:PORT of the database's servers: the first that answers is asked in the end")
	flag.StringVar(&o.databaseUser, "database-user", "bora", "who may read its schema")
	flag.StringVar(&o.schema, "schema", "bora", "that schema")
	flag.StringVar(&o.passwordFile, "password-file", "", "file with the password (default: none)")
	flag.StringVar(&o.journal, "journal", "", "file for what was acknowledged, a JSON line each")
	flag.StringVar(&o.json, "json", "", "file for the figures")
	flag.Var(&o.faults, "fault", "NAME=COMMAND that breaks something and mends it; one of several is chosen each time")
	flag.Var(&o.processes, "process", "NAME=FILE with the PID of a process, whichever that is now: what each holds is compared with what it held when it was warm")
	flag.DurationVar(&o.every, "every", 30*time.Second, "between two faults, on average: half to one and a half")
	flag.DurationVar(&o.calm, "calm", 5*time.Second, "without faults, at the beginning and in the end")
	flag.DurationVar(&o.duration, "duration", 2*time.Minute, "no new work after it")
	flag.DurationVar(&o.settle, "settle", 3*time.Minute, "for what was left behind to be tidied up: deadlines and graces")
	flag.DurationVar(&o.patience, "patience", time.Minute, "of a client for a command, repeated attempts included")
	flag.DurationVar(&o.worst, "worst", 0, "that a call may take; 0: as long as the patience")
	flag.IntVar(&o.clients, "clients", 6, "at the same time")
	flag.IntVar(&o.calls, "calls", 0, "no new work after so many calls; 0: no bound")
	flag.Int64Var(&o.seed, "seed", time.Now().UnixNano()%1_000_000, "of everything that is left to chance")
	flag.StringVar(&o.comeAgain, "come-again", "", "STATUS,STATUS that clients take for a reason to come again, as SRM_INTERNAL_ERROR")
	flag.StringVar(&o.http, "http", "", "https://HOST:PORT of the HTTP door: half of the clients use it")
	flag.StringVar(&o.s3URL, "s3", "", "https://HOST:PORT of the S3 door: clients of HTTP use it too, with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	flag.StringVar(&o.remote, "remote", "", "https://HOST:PORT of a server of another site, for third-party copies")
	flag.StringVar(&o.remoteRoot, "remote-root", "", "directory on this machine with its files")
	flag.IntVar(&o.mostFaults, "most-faults", 0, "no new work after so many faults; 0: no bound")
	flag.BoolVar(&o.sum, "sum", false, "only add up the figures in the files that are named")
	flag.Parse()
	work := func() error { return start(o) }
	if o.sum {
		work = func() error { return sum(flag.Args(), o.json, os.Stdout) }
	}
	if err := work(); err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1)
	}
}

var errBroken = errors.New("a promise was broken")

func start(o options) error {
	if o.endpoint == "" || o.root == "" || o.proxy == "" || o.certificates == "" || o.database == "" {
		return errors.New("-endpoint, -root, -proxy, -certificates and -database are needed")
	}
	if len(o.tapes) > 0 && o.library == "" {
		return errors.New("-tapes needs -library")
	}
	ctx := context.Background()
	wanted, forget := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer forget()
	r, err := newRun(o)
	if err != nil {
		return err
	}
	defer r.journal.close()
	watched, rest := context.WithCancel(ctx)
	defer rest()
	go r.lives.watch(watched)
	if err := r.play(ctx, wanted); err != nil {
		return err
	}
	if wanted.Err() != nil {
		fmt.Println("faults: interrupted; what was stored until now is compared, a second signal ends that too")
		forget()
	}
	r.check(ctx)
	if err := r.figures().write(o.json, os.Stdout); err != nil {
		return err
	}
	if r.broken() {
		return errBroken
	}
	return nil
}
