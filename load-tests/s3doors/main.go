// Command s3doors loads one or several S3 doors that fleet has started: how equal clients fare beside each other, what
// clients see of doors that are killed, and what more doors bring. See ../README.md.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/s3"
)

const (
	bucket = "testvo"
	known  = 12 * time.Second // doors have learned of each other (docs/adr/0069)
)

type options struct {
	mode                      string
	proxy, certificates, http string
	doors                     string
	processes                 processes
	clients, rounds           int
	size                      int64
	duration, every           time.Duration
	share                     float64
	redirects                 bool
	json                      string
}

// processes are the files with the identifiers of the doors, by name.
type processes map[string]string

func (p processes) String() string { return "" }

// Set takes NAME=FILE.
func (p processes) Set(text string) error {
	name, file, found := strings.Cut(text, "=")
	if !found {
		return fmt.Errorf("'%s' is not NAME=FILE", text)
	}
	p[name] = file
	return nil
}

// bench has a client for each door.
type bench struct {
	options
	doors   []*s3.Client
	content []byte
}

func main() {
	o := options{processes: processes{}}
	megabytes := int64(0)
	flag.StringVar(&o.mode, "mode", "fair", "fair, kills or scale")
	flag.StringVar(&o.proxy, "proxy", "", "file of the proxy whose owner gets an access key")
	flag.StringVar(&o.certificates, "certificates", "", "directory of authorities")
	flag.StringVar(&o.http, "http", "", "https://HOST:PORT where the key is made")
	flag.StringVar(&o.doors, "doors", "", "https://HOST:PORT,... of S3")
	flag.Var(o.processes, "process", "NAME=FILE with the identifier of a door's process, several times")
	flag.IntVar(&o.clients, "clients", 32, "at a time")
	flag.IntVar(&o.rounds, "rounds", 3, "of fair")
	flag.Int64Var(&megabytes, "size", 32, "MB of an object")
	flag.DurationVar(&o.duration, "duration", 20*time.Second, "of kills, and of each step of scale")
	flag.DurationVar(&o.every, "every", 15*time.Second, "between two kills")
	flag.Float64Var(&o.share, "share", 0, "of a core, for each door of scale")
	flag.BoolVar(&o.redirects, "redirects", false, "all clients of fair have presigned URLs of the first door, and go where it sends them")
	flag.StringVar(&o.json, "json", "", "file for the figures")
	flag.Parse()
	o.size = megabytes * 1_000_000
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := work(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "s3doors:", err)
		os.Exit(1)
	}
}

func work(ctx context.Context, o options) error {
	key, secret, err := accessKey(ctx, o)
	if err != nil {
		return err
	}
	trust, err := client.LoadTrust(o.certificates)
	if err != nil {
		return err
	}
	b := bench{options: o, content: make([]byte, o.size)}
	rand.New(rand.NewSource(1)).Read(b.content)
	for _, door := range strings.Split(o.doors, ",") {
		b.doors = append(b.doors, s3.New(door, bucket, key, secret, trust, o.clients))
	}
	if o.redirects {
		b.doors[0].Presigned()
		b.doors = b.doors[:1]
		time.Sleep(known)
	}
	modes := map[string]func(context.Context) (any, error){"fair": b.fair, "kills": b.kills, "scale": b.scale}
	mode, known := modes[o.mode]
	if !known {
		return fmt.Errorf("there is no mode '%s'", o.mode)
	}
	figures, err := mode(ctx)
	if err != nil || o.json == "" {
		return err
	}
	text, err := json.MarshalIndent(figures, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(o.json, append(text, '\n'), 0o644)
}

// accessKey has one made by the certificate.
func accessKey(ctx context.Context, o options) (string, string, error) {
	answer, err := exec.CommandContext(ctx, "curl", "-sS", "-m", "60", "--capath", o.certificates, "-E", o.proxy, "-X", "POST",
		o.http+"/.well-known/bora/s3-keys?label=bench").Output()
	if err != nil {
		return "", "", err
	}
	made := struct {
		ID     string `json:"accessKeyId"`
		Secret string `json:"secretAccessKey"`
	}{}
	if err := json.Unmarshal(answer, &made); err != nil || made.Secret == "" {
		return "", "", errors.New("no access key was made: " + string(answer))
	}
	return made.ID, made.Secret, nil
}
