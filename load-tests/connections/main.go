// Command connections opens thousands of connections to one frontend, keeps them, lets each ask
// something now and then, and says what they cost it: heap after a collection of garbage, resident
// memory, descriptors. See ../README.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"bora/loadtests/client"
)

type options struct {
	endpoint, root        string
	proxies, certificates string
	users                 string
	counts                string
	process               processes
	hosts, workers        int
	every, patience       time.Duration
	heapShare             float64
	json                  string
}

// longest is the time after which it ends whatever happens.
const longest = 15 * time.Minute

func main() {
	o := options{process: processes{}}
	flag.StringVar(&o.endpoint, "endpoint", "", "HOST:PORT of the frontend")
	flag.StringVar(&o.root, "sfn-root", "/testvo", "a directory that users may list")
	flag.StringVar(&o.proxies, "proxies", "", "directory with the users' credentials")
	flag.StringVar(&o.certificates, "certificates", "", "directory of authorities")
	flag.StringVar(&o.users, "users", "alice-voms", "names of credentials, taken in turn")
	flag.StringVar(&o.counts, "counts", "200 1000 2000 4000", "how many connections are open, growing")
	flag.Var(o.process, "process", "NAME=PID; the one named frontend1, frontend or server is measured")
	flag.IntVar(&o.hosts, "hosts", 20, "addresses that they come from")
	flag.IntVar(&o.workers, "workers", 16, "that open connections and ask")
	flag.DurationVar(&o.every, "every", 15*time.Second, "each connection asks once in so much time")
	flag.DurationVar(&o.patience, "patience", 30*time.Second, "for a connection and for a call")
	flag.Float64Var(&o.heapShare, "heap-share", 0.7, "of its greatest heap that may be live with all connections open")
	flag.StringVar(&o.json, "json", "", "file for the figures")
	ignored := []string{"host-cert", "host-key", "openssl", "door", "held", "share", "database", "password-file"}
	for _, name := range ignored { // what fleet tells play
		flag.String(name, "", "not used here")
	}
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "bench-connections:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	counts, err := growing(o.counts)
	if err != nil {
		return err
	}
	if err := enoughDescriptors(counts[len(counts)-1]); err != nil {
		return err
	}
	pid, err := o.process.frontend()
	if err != nil {
		return err
	}
	servers, err := connectTo(o)
	if err != nil {
		return err
	}
	c := &crowd{servers: servers, workers: o.workers, surl: "srm://" + o.endpoint + o.root}
	defer c.close()
	return measure(ctx, o, pid, c, counts)
}

func growing(text string) ([]int, error) {
	var counts []int
	for _, word := range strings.Fields(text) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > 20000 || len(counts) > 0 && n <= counts[len(counts)-1] {
			return nil, fmt.Errorf("'%s': numbers from 1 to 20000 that grow are wanted", text)
		}
		counts = append(counts, n)
	}
	if len(counts) < 2 {
		return nil, fmt.Errorf("'%s': two numbers at least, what a connection costs is the difference", text)
	}
	return counts, nil
}

// enoughDescriptors raises this program's own bound as far as the system lets it.
func enoughDescriptors(wanted int) error {
	const others = 64
	var bound syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &bound); err != nil {
		return err
	}
	if bound.Cur < bound.Max {
		bound.Cur = bound.Max
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &bound); err != nil {
			return err
		}
	}
	if bound.Cur < uint64(wanted+others) {
		return fmt.Errorf("%d connections need more open files than the %d that this user may have: ulimit -n, or nofile in /etc/security/limits.conf", wanted, bound.Cur)
	}
	return nil
}

func connectTo(o options) ([]*client.Server, error) {
	trust, err := client.LoadTrust(o.certificates)
	if err != nil {
		return nil, err
	}
	users := strings.Fields(o.users)
	var servers []*client.Server
	for i := 0; i < max(len(users), o.hosts); i++ {
		user, err := client.LoadCredential(filepath.Join(o.proxies, users[i%len(users)]))
		if err != nil {
			return nil, err
		}
		server, err := client.NewServer(o.endpoint, user, trust, o.patience)
		if err != nil {
			return nil, err
		}
		servers = append(servers, server.From(i%o.hosts))
	}
	return servers, nil
}

func max(a, b int) int {
	if a > b {
		return a
	}
	return b
}

// processes by name, as fleet tells them.
type processes map[string]int

func (p processes) String() string { return fmt.Sprint(map[string]int(p)) }

// Set adds one.
func (p processes) Set(value string) error {
	name, number, found := strings.Cut(value, "=")
	pid, err := strconv.Atoi(number)
	if !found || err != nil || pid <= 0 {
		return fmt.Errorf("NAME=PID is wanted")
	}
	p[name] = pid
	return nil
}

func (p processes) frontend() (int, error) {
	for _, name := range []string{"frontend1", "frontend", "server"} {
		if pid, known := p[name]; known {
			return pid, nil
		}
	}
	return 0, fmt.Errorf("no -process frontend=PID is given")
}
