// Command handshake measures what an authenticated srmPing on a new connection costs the server, as
// a ratio to a bare OpenSSL mutual-TLS handshake with the same keys, in alternating slices of one
// run, so that whatever else the machine does falls on both. See ../README.md.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"strings"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/openssl"
)

const (
	targetRatio     = 0.8 // with an RSA 2048 host key; StoRM needs 5.3
	targetRatioEC   = 0.6 // signing is cheap there, for both
	targetKeepAlive = 100 * time.Microsecond
)

type options struct {
	endpoint, proxy, certificates string
	hostCert, hostKey, openssl    string
	pid, slices, workers          int
	slice, warmUp, patience       time.Duration
	json                          string
}

func main() {
	o := options{}
	flag.StringVar(&o.endpoint, "endpoint", "", "HOST:PORT of Bora")
	flag.IntVar(&o.pid, "pid", 0, "process of Bora on this machine")
	flag.StringVar(&o.proxy, "proxy", "", "credential of the user")
	flag.StringVar(&o.certificates, "certificates", "", "directory of authorities")
	flag.StringVar(&o.hostCert, "host-cert", "", "Bora's certificate, for OpenSSL to use too")
	flag.StringVar(&o.hostKey, "host-key", "", "its key")
	flag.StringVar(&o.openssl, "openssl", "openssl", "the openssl command")
	flag.IntVar(&o.slices, "slices", 5, "pairs of slices")
	flag.DurationVar(&o.slice, "slice", 5*time.Second, "length of one slice")
	flag.IntVar(&o.workers, "workers", 2, "connections at a time")
	flag.DurationVar(&o.warmUp, "warm-up", 120*time.Second, "longest warm-up")
	flag.DurationVar(&o.patience, "patience", 20*time.Second, "for a connection and for a call")
	flag.StringVar(&o.json, "json", "", "file for the figures")
	flag.Parse()
	if err := run(o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench-handshake:", err)
		os.Exit(1)
	}
}

func run(o options, out io.Writer) error {
	user, err := client.LoadCredential(o.proxy)
	if err != nil {
		return err
	}
	trust, err := client.LoadTrust(o.certificates)
	if err != nil {
		return err
	}
	bora, err := client.NewServer(o.endpoint, user, trust, o.patience)
	if err != nil {
		return err
	}
	host, _, err := net.SplitHostPort(o.endpoint)
	if err != nil {
		return err
	}
	bare, err := openssl.Start(o.openssl, host, openssl.Keys{
		HostCertificate: o.hostCert, HostKey: o.hostKey, Certificates: o.certificates})
	if err != nil {
		return err
	}
	defer bare.Stop()
	bareServer, err := client.NewServer(bare.Address, user, trust, o.patience)
	if err != nil {
		return err
	}
	if err := bare.Await(bareServer); err != nil {
		return err
	}
	keep := connections{server: bora, open: make([]*client.Connection, o.workers)}
	defer keep.close()
	b := bench{
		options:   o,
		fresh:     load{"srmPing on a new connection", o.pid, func(int) error { return pingOnce(bora) }},
		bare:      load{"bare handshake", bare.Pid(), func(int) error { return bareServer.Handshake() }},
		keepAlive: load{"srmPing on a kept connection", o.pid, keep.ping},
	}
	describe(out, o, bare, len(user.Certificate.Certificate))
	result, err := b.run(out)
	if err != nil {
		return err
	}
	result.Host, result.Target, result.Command = openssl.KeyOf(o.hostCert), targetRatio, bare.Command()
	if strings.HasPrefix(result.Host, "EC") {
		result.Target = targetRatioEC
	}
	result.summarise(out)
	return result.write(o.json)
}

func describe(out io.Writer, o options, bare *openssl.Server, chain int) {
	fmt.Fprintf(out, "bench handshake, %s, %d CPUs, %s\n", time.Now().UTC().Format(time.RFC3339), runtime.NumCPU(), bare.Version)
	fmt.Fprintf(out, "  Bora     %s, pid %d: the JVM; its database and GridFTP server are other processes\n", o.endpoint, o.pid)
	fmt.Fprintf(out, "           TCP connect, handshake, '0', srmPing, reply, close_notify\n")
	fmt.Fprintf(out, "  OpenSSL  %s\n", bare.Command())
	fmt.Fprintf(out, "           TCP connect, handshake, close_notify: no application data\n")
	fmt.Fprintf(out, "  both     host key %s, TLS 1.2, AES256-GCM-SHA384, X25519, the same client chain of %d certificates,\n", openssl.KeyOf(o.hostCert), chain)
	fmt.Fprintf(out, "           %d connections at a time, slices of %s; CPU is user+system of all threads of the server\n", o.workers, o.slice)
}

func pingOnce(server *client.Server) error {
	connection, err := server.Dial()
	if err != nil {
		return err
	}
	if _, err := connection.Ping(); err != nil {
		connection.Close()
		return err
	}
	return connection.Close()
}

// connections keeps one open per worker.
type connections struct {
	server *client.Server
	open   []*client.Connection
}

func (k *connections) ping(worker int) error {
	if k.open[worker] == nil {
		connection, err := k.server.Dial()
		if err != nil {
			return err
		}
		k.open[worker] = connection
	}
	if _, err := k.open[worker].Ping(); err != nil {
		// the server may close a connection that was idle for a slice: a new one next time
		k.open[worker].Close()
		k.open[worker] = nil
		return err
	}
	return nil
}

func (k *connections) close() {
	for _, connection := range k.open {
		if connection != nil {
			connection.Close()
		}
	}
}

func (r *result) write(file string) error {
	if file == "" {
		return nil
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
