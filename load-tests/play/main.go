// Command play runs one scenario against a service and writes figures and a report. See ../README.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"bora/loadtests/apart"
	"bora/loadtests/scenario"
)

type options struct {
	endpoint, sfnRoot, proxies, certificates string
	hostCert, hostKey, openssl               string
	json, html, transfer                     string
	database, databaseUser, passwordFile     string
	processes                                processes
	doors                                    doors
	held                                     string
	share                                    float64
	overrides                                words
	remote, check, users                     bool
}

// words is an option that may be given several times.
type words []string

func (w *words) String() string { return strings.Join(*w, " ") }

// Set adds one.
func (w *words) Set(value string) error {
	*w = append(*w, value)
	return nil
}

func main() {
	o := options{processes: processes{}, doors: doors{}}
	flag.StringVar(&o.endpoint, "endpoint", "", "HOST:PORT of the service")
	flag.StringVar(&o.sfnRoot, "sfn-root", "", "the area to work in, for example /testvo")
	flag.StringVar(&o.proxies, "proxies", "", "directory of proxies, by user")
	flag.StringVar(&o.certificates, "certificates", "", "directory of authorities")
	flag.StringVar(&o.hostCert, "host-cert", "", "the service's certificate, for OpenSSL to use too")
	flag.StringVar(&o.hostKey, "host-key", "", "its key")
	flag.StringVar(&o.openssl, "openssl", "openssl", "the openssl command")
	flag.StringVar(&o.transfer, "transfer", "globus-url-copy", "the command for transfers")
	flag.StringVar(&o.database, "database", "", "HOST:PORT of the service's database: its statements and commits are counted")
	flag.StringVar(&o.databaseUser, "database-user", "bora", "who asks it")
	flag.StringVar(&o.passwordFile, "password-file", "", "file with that user's password")
	flag.StringVar(&o.json, "json", "", "file for the figures")
	flag.StringVar(&o.html, "html", "", "file for the report")
	flag.Var(o.processes, "process", "NAME=PID whose CPU, memory and descriptors are watched: server, frontend, backend, database, gridftp")
	flag.Var(o.doors, "door", "VALUE=HOST:PORT,HOST:PORT: where new connections go in turn at that value of the axis; several times")
	flag.StringVar(&o.held, "held", "", "processes that are held to a share of a core each while it is measured: frontend or backend")
	flag.Float64Var(&o.share, "share", 0.1, "that share")
	flag.Var(&o.overrides, "set", "KEY=VALUE instead of what the scenario says")
	flag.BoolVar(&o.remote, "allow-remote", false, "also against a service on another machine")
	flag.BoolVar(&o.check, "check", false, "only read the scenario and say what it would do")
	flag.BoolVar(&o.users, "users", false, "only print the proxies that the scenario wants")
	alone := flag.Bool(serveApart, false, "not for users: this program's own clients in a process of their own")
	flag.Parse()
	if *alone {
		serve()
		return
	}
	if err := start(o, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// serve is a process of clients only.
func serve() {
	if err := apart.Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func start(o options, files []string) error {
	if len(files) != 1 {
		return fmt.Errorf("one scenario is wanted, not %d", len(files))
	}
	s, err := scenario.Load(files[0], o.overrides)
	if err != nil {
		return err
	}
	switch {
	case o.users:
		for _, name := range usersOf(s) {
			fmt.Println(name)
		}
		return nil
	case o.check:
		fmt.Printf("%s: %s; %s %v, connections %v, at most %s\n", s.Name, s.Title, s.Axis.Key, s.Axis.Values, s.Connections,
			s.Longest().Round(time.Second))
		fmt.Printf("  files of the clients take up to %.1f GB at the same time\n", gigabytes(largest(s)))
		return nil
	}
	for _, endpoint := range append(o.doors.all(), o.endpoint) {
		if err := permitted(endpoint, o.remote); err != nil {
			return err
		}
	}
	if err := o.doors.lead(s); err != nil {
		return err
	}
	if permitted(o.endpoint, false) != nil {
		for i := range s.Groups {
			s.Groups[i].Hosts = 0 // addresses of the loopback lead to this machine only
		}
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, s.Longest())
	defer cancel()
	return play(ctx, o, s, string(text))
}

// permitted refuses to load a machine that is not this one by mistake.
func permitted(endpoint string, remote bool) error {
	host, _, err := net.SplitHostPort(endpoint)
	if err != nil {
		return err
	}
	addresses, err := net.LookupIP(host)
	if err != nil {
		return err
	}
	for _, address := range addresses {
		if !address.IsLoopback() && !remote {
			return fmt.Errorf("%s is %s, which is not this machine's loopback: --allow-remote to load it all the same", host, address)
		}
	}
	return nil
}

func usersOf(s *scenario.Scenario) []string {
	var names []string
	seen := map[string]bool{}
	for _, g := range s.Groups {
		for _, name := range g.Users {
			if !seen[name] {
				names = append(names, name)
			}
			seen[name] = true
		}
	}
	return names
}

// processes by name.
type processes map[string][]int

func (p processes) String() string { return fmt.Sprint(map[string][]int(p)) }

// Set adds one; several of a name are added up.
func (p processes) Set(value string) error {
	name, number, found := strings.Cut(value, "=")
	pid, err := strconv.Atoi(number)
	if !found || err != nil || pid <= 0 {
		return fmt.Errorf("NAME=PID is wanted")
	}
	p[name] = append(p[name], pid)
	return nil
}
