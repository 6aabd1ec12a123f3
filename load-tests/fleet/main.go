// Command fleet starts several frontends and backends of Bora as processes of their own with all that
// they need - a database, a grid of certificates, GridFTP servers, a balancer if wanted - lets play
// load them, and leaves nothing behind. See ../README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
)

type options struct {
	bora, grid, jar, openssl, home string
	play, axis                     string
	values                         string
	share                          float64
	balancer                       string
	java                           string
	databaseURL, databases         string
	faults, more                   string
	objects                        string
	objectDoors                    int
	doorBandwidth                  string
	restart, cables, links, tape   bool
	first, logs                    string
	with                           environments
}

// environments are NAME=VARIABLE=VALUE, several times.
type environments []string

func (e *environments) String() string { return "" }

// Set takes one more.
func (e *environments) Set(text string) error {
	if strings.Count(text, "=") < 2 {
		return fmt.Errorf("'%s' is not NAME=VARIABLE=VALUE", text)
	}
	*e = append(*e, text)
	return nil
}

// of is what a process has of them.
func (e *environments) of(process string) []string {
	var found []string
	for _, text := range *e {
		if name, variable, _ := strings.Cut(text, "="); name == process {
			found = append(found, variable)
		}
	}
	return found
}

func main() {
	// children are killed when the thread that started them ends: this one ends last
	runtime.LockOSThread()
	o := options{}
	flag.StringVar(&o.bora, "bora", "", "the bora command")
	flag.StringVar(&o.grid, "grid", "", "directory of grid-up and grid-down")
	flag.StringVar(&o.jar, "jar", "", "jar with the MariaDB server")
	flag.StringVar(&o.openssl, "openssl", "openssl", "the openssl command")
	flag.StringVar(&o.home, "home", "", "an empty directory for all of it")
	flag.StringVar(&o.play, "play", "", "the program that loads")
	flag.StringVar(&o.axis, "axis", "", "what there are several of: frontends or backends")
	flag.StringVar(&o.values, "values", "1 2 4", "how many of them")
	flag.Float64Var(&o.share, "share", 0.1, "of a core, for each of them; 0: no bound")
	flag.StringVar(&o.balancer, "balancer", "", "a haproxy command: put it before the frontends")
	flag.StringVar(&o.java, "java", "-Xmx512m", "options of the JVM of each frontend and backend")
	flag.StringVar(&o.databaseURL, "database-url", "", "JDBC URL of a database that is there, user root; default: a MariaDB of its own")
	flag.StringVar(&o.databases, "databases", "", "HOST:PORT,HOST:PORT of the same")
	flag.StringVar(&o.faults, "faults", "", "the program that loads and breaks instead of play")
	flag.StringVar(&o.objects, "objects", "", "the program that loads doors of S3 instead of play")
	flag.IntVar(&o.objectDoors, "object-doors", 0, "how many doors of S3 there are")
	flag.StringVar(&o.doorBandwidth, "door-bandwidth", "", "admission.transfers.bandwidth of each of them; empty: no limit")
	flag.StringVar(&o.more, "more", "", "YAML at the end of the backends' files")
	flag.BoolVar(&o.restart, "restart", false, "start again what ends")
	flag.BoolVar(&o.cables, "cables", false, "between each backend and the database a cable that HOME/cable-NAME makes silent: out, in, both, lost")
	flag.BoolVar(&o.links, "links", false, "such a cable between the frontends and each backend, which HOME/link-NAME makes silent")
	flag.BoolVar(&o.tape, "tape", false, "beside the area testvo two on tape: testvo-d0t1 with a small buffer, testvo-d1t1")
	flag.StringVar(&o.first, "first", "", "another bora command that frontends and backends begin with; HOME/NAME.bora starts them again")
	flag.StringVar(&o.logs, "logs", "", "directory for the logs of frontends and backends")
	flag.Var(&o.with, "with", "NAME=VARIABLE=VALUE in the environment of one process")
	flag.Parse()
	err := run(o, flag.Args())
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		os.Exit(1) // play has said why
	case err != nil:
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(o options, arguments []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	p, err := planOf(o)
	if err != nil {
		return err
	}
	f := &fleet{options: o, plan: p}
	if f.doors, err = objectDoors(o.objectDoors); err != nil {
		return err
	}
	defer f.stop()
	if err := f.start(ctx); err != nil {
		return err
	}
	return f.load(ctx, arguments)
}
