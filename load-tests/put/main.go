// Command put measures what a put costs: SOAP calls until the TURL is there, SQL statements and
// commits of each call as the database counts them, and the rate. See ../README.md.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"
)

type options struct {
	endpoint, sfnRoot, proxy, certificates string
	database, databaseUser, passwordFile   string
	transfer, json                         string
	puts, size, workers                    int
	patience, idle                         time.Duration
}

func main() {
	o := options{}
	flag.StringVar(&o.endpoint, "endpoint", "", "HOST:PORT of Bora")
	flag.StringVar(&o.sfnRoot, "sfn-root", "", "the area to write in, for example /testvo")
	flag.StringVar(&o.proxy, "proxy", "", "credential of the user")
	flag.StringVar(&o.certificates, "certificates", "", "directory of authorities")
	flag.StringVar(&o.database, "database", "", "HOST:PORT of the database")
	flag.StringVar(&o.databaseUser, "database-user", "bora", "user there; needs no right but to log in")
	flag.StringVar(&o.passwordFile, "password-file", "", "file with the password")
	flag.StringVar(&o.transfer, "transfer", "local", "how the bytes arrive: local (written to the TURL's path on this machine), gridftp (globus-url-copy)")
	flag.IntVar(&o.puts, "puts", 300, "files to put")
	flag.IntVar(&o.size, "size", 1000, "bytes of each")
	flag.IntVar(&o.workers, "workers", 1, "connections at a time")
	flag.DurationVar(&o.patience, "patience", 60*time.Second, "for a connection and for a call")
	flag.DurationVar(&o.idle, "idle", 5*time.Second, "how long the database is watched before, to know what it does anyway")
	flag.StringVar(&o.json, "json", "", "file for the figures")
	flag.Parse()
	if err := run(o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench-put:", err)
		os.Exit(1)
	}
}
