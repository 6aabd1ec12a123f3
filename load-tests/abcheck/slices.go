package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/machine"
)

func pingFile() (string, error) {
	file, err := os.CreateTemp("", "bora-ping-*.xml")
	if err != nil {
		return "", err
	}
	if _, err := file.Write(client.PingEnvelope()); err != nil {
		file.Close()
		return "", err
	}
	return file.Name(), file.Close()
}

func abCommand(o options, body string) ([]string, error) {
	_, port, err := net.SplitHostPort(o.endpoint)
	if err != nil {
		return nil, err
	}
	seconds := strconv.Itoa(int(o.slice.Seconds() + 0.5))
	// ab does not compare names, and knows no second address of localhost
	return []string{o.ab, "-q", "-l", "-E", o.proxy, "-f", "TLS1.2", "-Z", "ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES256-GCM-SHA384",
		"-t", seconds, "-n", "1000000", "-c", strconv.Itoa(o.workers), "-p", body, "-T", "text/xml; charset=utf-8",
		"https://127.0.0.1:" + port + "/srm/managerv2"}, nil
}

func takeAb(o options, command []string) (sample, error) {
	before, err := machine.CPU(o.pid)
	if err != nil {
		return sample{}, err
	}
	ab := exec.Command(command[0], command[1:]...)
	text, err := ab.CombinedOutput()
	if err != nil {
		return sample{}, fmt.Errorf("ab: %w\n%s", err, text)
	}
	after, err := machine.CPU(o.pid)
	if err != nil {
		return sample{}, err
	}
	s, err := parseAb(string(text))
	if err != nil {
		return sample{}, err
	}
	own := ab.ProcessState.UserTime() + ab.ProcessState.SystemTime()
	return s.cost(after-before, own), nil
}

// parseAb reads what ab prints.
func parseAb(text string) (sample, error) {
	var s sample
	var seconds float64
	for _, line := range strings.Split(text, "\n") {
		key, value, found := strings.Cut(line, ":")
		words := strings.Fields(value)
		if !found || len(words) == 0 {
			continue
		}
		number, err := strconv.ParseFloat(words[0], 64)
		if err != nil {
			continue
		}
		switch key {
		case "Complete requests":
			s.Calls = int64(number)
		case "Failed requests", "Non-2xx responses", "Write errors":
			s.Failures += int64(number)
		case "Time taken for tests":
			seconds = number
		}
	}
	if s.Calls == 0 || seconds == 0 {
		return s, fmt.Errorf("ab says nothing of calls and time:\n%s", text)
	}
	s.PerSecond = float64(s.Calls) / seconds
	return s, nil
}

func takeOwn(o options, server *client.Server) (sample, error) {
	before, err := machine.CPU(o.pid)
	if err != nil {
		return sample{}, err
	}
	own, begin := ownCPU(), time.Now()
	var s sample
	var workers sync.WaitGroup
	for i := 0; i < o.workers; i++ {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for time.Since(begin) < o.slice {
				if ping(server) == nil {
					atomic.AddInt64(&s.Calls, 1)
				} else {
					atomic.AddInt64(&s.Failures, 1)
				}
			}
		}()
	}
	workers.Wait()
	s.PerSecond = float64(s.Calls) / time.Since(begin).Seconds()
	after, err := machine.CPU(o.pid)
	if err != nil {
		return sample{}, err
	}
	if s.Calls == 0 {
		return s, fmt.Errorf("none of %d calls of the load client succeeded", s.Failures)
	}
	return s.cost(after-before, ownCPU()-own), nil
}

func ping(server *client.Server) error {
	c, err := server.Dial()
	if err != nil {
		return err
	}
	defer c.Close()
	_, err = c.Ping()
	return err
}

func (s sample) cost(server, own time.Duration) sample {
	s.Server = float64(server.Microseconds()) / float64(s.Calls)
	s.Client = float64(own.Microseconds()) / float64(s.Calls)
	return s
}

func (s sample) String() string {
	text := fmt.Sprintf("%.0f, %.0f, %.0f/s", s.Server, s.Client, s.PerSecond)
	if s.Failures > 0 {
		text += fmt.Sprintf(" %d FAILED", s.Failures)
	}
	return text
}

func ownCPU() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
