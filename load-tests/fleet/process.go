package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// patience is for a process to say that it serves; a JVM on a busy machine takes its time.
const (
	patience = 3 * time.Minute
	goodbye  = 40 * time.Second
	glance   = 50 * time.Millisecond
)

// process is one that was started here; it ends with this program, however that ends.
type process struct {
	name  string
	cmd   *exec.Cmd
	log   string
	ended chan struct{}
	how   recipe
}

// recipe is what start was told.
type recipe struct {
	directory            string
	environment, command []string
}

// start runs a command in a process group of its own, so that Ctrl-C leaves its end to us. It must be
// called from the program's first thread: when the thread that started a child ends, the child is killed.
func start(directory, name string, environment []string, command ...string) (*process, error) {
	log := filepath.Join(directory, name+".out")
	out, err := os.OpenFile(log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	p := &process{name: name, log: log, ended: make(chan struct{}), how: recipe{directory, environment, command},
		cmd: exec.Command(command[0], command[1:]...)}
	p.cmd.Stdout, p.cmd.Stderr, p.cmd.Dir = out, out, directory
	p.cmd.Env = append(os.Environ(), environment...)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(directory, name+".process"), []byte(fmt.Sprintln(p.cmd.Process.Pid)), 0o644); err != nil {
		return nil, err
	}
	go func() {
		// how it ended is told by who waits for it to serve
		_ = p.cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// anew starts the same again; from the first thread, as start.
func (p *process) anew() (*process, error) {
	return start(p.how.directory, p.name, p.how.environment, p.how.command...)
}

func (p *process) hasEnded() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// await returns when ready says so.
func (p *process) await(ctx context.Context, ready func() bool) error {
	end := time.After(patience)
	for !ready() {
		select {
		case <-p.ended:
			return p.failed("ended")
		case <-end:
			return p.failed("does not serve after " + patience.String())
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(glance):
		}
	}
	return nil
}

func (p *process) failed(how string) error {
	text, _ := os.ReadFile(p.log)
	if len(text) > 4000 {
		text = text[len(text)-4000:]
	}
	return fmt.Errorf("%s %s:\n%s", p.name, how, text)
}

// says tells whether the process has written that.
func (p *process) says(word string) func() bool {
	return func() bool {
		text, err := os.ReadFile(p.log)
		return err == nil && bytes.Contains(text, []byte(word))
	}
}

func accepts(address string) func() bool {
	return func() bool {
		conn, err := net.DialTimeout("tcp", address, time.Second)
		if err != nil {
			return false
		}
		conn.Close()
		return true
	}
}

// stop asks, waits, and kills.
func (p *process) stop() {
	// fails only for one that has ended
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(goodbye):
		_ = p.cmd.Process.Kill()
		<-p.ended
	}
}
