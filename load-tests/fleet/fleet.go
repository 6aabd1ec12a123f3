package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// fleet is all processes, in the order in which they were started.
type fleet struct {
	options
	plan    *plan
	started []*process
	counted []string // how play asks the database
	gridUp  bool
	cabled  []*cable
	doors   []objectDoor
}

func (f *fleet) start(ctx context.Context) error {
	for _, directory := range []string{"data/testvo", "data/testvo-d0t1", "data/testvo-d1t1", "link", "database"} {
		if err := os.MkdirAll(filepath.Join(f.home, directory), 0o755); err != nil {
			return err
		}
	}
	doors, err := f.grid(ctx)
	if err != nil {
		return err
	}
	s := site{home: f.home, port: f.plan.frontends[0].port, doors: doors, balanced: f.balancer != "", more: f.more, tape: f.tape}
	if s.database, s.through, err = f.data(ctx); err != nil {
		return err
	}
	if err := f.certify(); err != nil {
		return err
	}
	links := map[string]string{} // by the backend's own port
	for _, b := range f.plan.backends {
		if err := s.writeBackend(b.name, b.port, append(names(f.plan.frontends), doorNames(f.doors)...)); err != nil {
			return err
		}
		if links[b.port], err = f.linkTo(b); err != nil {
			return err
		}
	}
	for _, d := range f.plan.frontends {
		reached := make([]string, 0, len(d.backends))
		for _, port := range d.backends {
			reached = append(reached, links[port])
		}
		if err := s.writeFrontend(d.name, d.port, reached); err != nil {
			return err
		}
	}
	// the first backend makes the tables
	if err := f.halves(ctx, "backend", f.plan.backends); err != nil {
		return err
	}
	if err := f.halves(ctx, "frontend", f.plan.frontends); err != nil {
		return err
	}
	if err := f.openDoors(ctx, s, ports(f.plan.backends)); err != nil {
		return err
	}
	return f.balance(ctx)
}

// data starts a database, where none is given, and says how backends get to it: all alike, or by cables of their own.
func (f *fleet) data(ctx context.Context) (string, map[string]string, error) {
	if f.databaseURL != "" {
		f.counted = []string{"-database", f.databases, "-database-user", "root"}
		return fmt.Sprintf("{url: '%s', user: root, connect-timeout: 3s, statement-timeout: 10s}", f.databaseURL), nil, nil
	}
	say("starting the database")
	database, err := startDatabase(ctx, filepath.Join(f.home, "database"), f.jar)
	if database != nil && database.process != nil {
		f.started = append(f.started, database.process)
	}
	if err != nil {
		return "", nil, err
	}
	f.counted = []string{"-database", "127.0.0.1:" + database.port, "-password-file", database.passwordFile}
	if !f.cables {
		return ownDatabase(database.url()), nil, nil
	}
	through, err := f.layCables(database)
	return ownDatabase(database.url()), through, err
}

func ownDatabase(url string) string {
	return fmt.Sprintf("{url: '%s', user: bora, password-file: database/password}", url)
}

func say(text string) { fmt.Fprintln(os.Stderr, "bench: "+text) }

// grid makes certificates and starts GridFTP servers; it returns their ports.
func (f *fleet) grid(ctx context.Context) ([]string, error) {
	say("making a grid of certificates and GridFTP servers")
	f.gridUp = true
	command := exec.CommandContext(ctx, filepath.Join(f.options.grid, "grid-up"), filepath.Join(f.home, "grid"))
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Env = append(os.Environ(), "GRIDFTP_ROOT="+filepath.Join(f.home, "data"))
	if output, err := command.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("no grid: %w\n%s", err, output)
	}
	var found []string
	for _, server := range []string{"gridftp1", "gridftp2"} {
		port, err := os.ReadFile(filepath.Join(f.home, "grid", server, "port"))
		if err != nil {
			return nil, err
		}
		found = append(found, strings.TrimSpace(string(port)))
	}
	return found, nil
}

func (f *fleet) certify() error {
	a, err := newAuthority(filepath.Join(f.home, "link"), f.openssl)
	if err != nil {
		return err
	}
	for _, name := range append(append(names(f.plan.backends), names(f.plan.frontends)...), doorNames(f.doors)...) {
		if err := a.certify(name); err != nil {
			return err
		}
	}
	return nil
}

func (f *fleet) halves(ctx context.Context, kind string, all []half) error {
	for _, h := range all {
		say("starting " + h.name)
		directory := filepath.Join(f.home, h.name)
		if err := os.Mkdir(directory, 0o755); err != nil {
			return err
		}
		bora, err := f.boraOf(h.name)
		if err != nil {
			return err
		}
		p, err := start(f.home, h.name, append([]string{"BORA_JAVA_OPTIONS=" + f.java}, f.with.of(h.name)...), bora, kind,
			"--config", filepath.Join(f.home, h.name+".yaml"), "--directory", directory)
		if err != nil {
			return err
		}
		f.started = append(f.started, p)
		if err := p.await(ctx, p.says("ready ")); err != nil {
			return err
		}
	}
	return nil
}

// boraOf is the command that starts a half, now and whenever it is started again: where an older release begins, a file of
// its own, NAME.bora, that a fault may write anew.
func (f *fleet) boraOf(name string) (string, error) {
	if f.first == "" {
		return f.bora, nil
	}
	file := filepath.Join(f.home, name+".bora")
	return file, os.WriteFile(file, []byte("#!/bin/sh\nexec '"+f.first+"' \"$@\"\n"), 0o755)
}

func (f *fleet) balance(ctx context.Context) error {
	if f.balancer == "" {
		return nil
	}
	say("starting the balancer")
	file := filepath.Join(f.home, "haproxy.cfg")
	if err := os.WriteFile(file, []byte(balancer(f.plan.balanced, ports(f.plan.frontends))), 0o600); err != nil {
		return err
	}
	p, err := start(f.home, "balancer", nil, f.options.balancer, "-db", "-f", file)
	if err != nil {
		return err
	}
	f.started = append(f.started, p)
	return p.await(ctx, accepts("127.0.0.1:"+f.plan.balanced[f.plan.values[0]]))
}

// load lets play or faults do the rest; when this program is told to end, that is, and tidies up.
func (f *fleet) load(ctx context.Context, arguments []string) error {
	if f.objects != "" {
		return f.runBeside(ctx, f.objects, append(f.forObjects(), arguments...))
	}
	if f.faults != "" {
		return f.runBeside(ctx, f.faults, append(f.forFaults(), arguments...))
	}
	return f.runBeside(ctx, f.play, append(f.forPlay(), arguments...))
}

func (f *fleet) forPlay() []string {
	grid := filepath.Join(f.home, "grid")
	command := []string{"-endpoint", "localhost:" + f.plan.frontends[0].port, "-sfn-root", "/testvo", "-proxies", filepath.Join(grid, "proxies"),
		"-certificates", filepath.Join(grid, "certificates"), "-host-cert", filepath.Join(grid, "host/hostcert.pem"),
		"-host-key", filepath.Join(grid, "host/hostkey.pem"), "-openssl", f.openssl}
	for _, p := range f.started {
		command = append(command, "-process", fmt.Sprintf("%s=%d", p.name, p.cmd.Process.Pid))
	}
	for value, doors := range f.plan.doors {
		command = append(command, "-door", fmt.Sprintf("%d=127.0.0.1:%s", value, strings.Join(doors, ",127.0.0.1:")))
	}
	if f.share > 0 {
		command = append(command, "-held", f.plan.held(), "-share", fmt.Sprint(f.share))
	}
	return append(command, f.counted...)
}

func (f *fleet) forFaults() []string {
	grid := filepath.Join(f.home, "grid")
	most := f.plan.values[len(f.plan.values)-1]
	command := []string{"-endpoint", "localhost:" + f.plan.frontends[0].port, "-root", filepath.Join(f.home, "data"),
		"-doors", "127.0.0.1:" + strings.Join(f.plan.doors[most], ",127.0.0.1:"),
		"-proxy", filepath.Join(grid, "proxies/alice-voms"), "-certificates", filepath.Join(grid, "certificates")}
	for _, name := range append(names(f.plan.backends), names(f.plan.frontends)...) {
		command = append(command, "-process", name+"="+filepath.Join(f.home, name+".process"))
	}
	if f.tape {
		command = append(command, "-areas", "testvo,testvo-d0t1,testvo-d1t1", "-tapes", "testvo-d0t1,testvo-d1t1",
			"-buffers", "testvo-d0t1", "-library", filepath.Join(f.home, "tapes"))
	}
	return append(command, f.counted...)
}

// runBeside runs a program to its end; processes that end meanwhile are started again where that is wanted.
func (f *fleet) runBeside(ctx context.Context, program string, arguments []string) error {
	play := exec.Command(program, arguments...)
	play.Stdout, play.Stderr = os.Stdout, os.Stderr
	play.Env = append(os.Environ(), "FLEET="+f.home)
	play.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	if err := play.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- play.Wait() }()
	told := ctx.Done()
	for {
		select {
		case <-told:
			// fails only when it has ended
			_ = play.Process.Signal(syscall.SIGTERM)
			told = nil
		case err := <-ended:
			return err
		case <-time.After(glance):
			if err := f.revive(ctx); err != nil {
				say(err.Error())
			}
		}
	}
}

// revive starts again what was killed, as a service manager does.
func (f *fleet) revive(ctx context.Context) error {
	if !f.restart || ctx.Err() != nil {
		return nil
	}
	for i, p := range f.started {
		if !p.hasEnded() {
			continue
		}
		next, err := p.anew()
		if err != nil {
			return err
		}
		f.started[i] = next
	}
	return nil
}

// keepLogs copies what the halves have written: in the end nothing else is left of them.
func (f *fleet) keepLogs() {
	if err := os.MkdirAll(f.logs, 0o755); err != nil {
		say(err.Error())
		return
	}
	for _, name := range append(append(names(f.plan.backends), names(f.plan.frontends)...), doorNames(f.doors)...) {
		for _, one := range []string{name + ".out", name} {
			copied := exec.Command("cp", "-r", filepath.Join(f.home, one), f.logs)
			if output, err := copied.CombinedOutput(); err != nil {
				say(fmt.Sprintf("the log of %s is not kept: %v\n%s", name, err, output))
			}
		}
	}
}

// stop ends everything in the opposite order and removes it.
func (f *fleet) stop() {
	for _, p := range f.started {
		// a fault that was cut short may have left it stopped; fails only for one that has ended
		_ = p.cmd.Process.Signal(syscall.SIGCONT)
	}
	for i := len(f.started) - 1; i >= 0; i-- {
		f.started[i].stop()
	}
	for _, c := range f.cabled {
		c.close()
	}
	if f.logs != "" {
		f.keepLogs()
	}
	if f.gridUp {
		down := exec.Command(filepath.Join(f.options.grid, "grid-down"), filepath.Join(f.home, "grid"))
		// a second Ctrl-C is not for it
		down.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		if output, err := down.CombinedOutput(); err != nil {
			say(fmt.Sprintf("the grid did not end: %v\n%s", err, output))
		}
	}
	if err := os.RemoveAll(f.home); err != nil {
		say(err.Error())
	}
}
