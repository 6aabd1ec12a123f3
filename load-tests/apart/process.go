package apart

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"bora/loadtests/load"
)

// endsWithin is how long the process may take to end by itself when there is nothing left to do.
const endsWithin = 5 * time.Second

// Process is one that has its clients ready. It is used by one goroutine.
type Process struct {
	cmd     *exec.Cmd
	words   io.WriteCloser
	encoder *json.Encoder
	answers *json.Decoder
}

// Start runs a command that calls Serve, and returns when its clients are ready.
func Start(ctx context.Context, command []string, job Job) (*Process, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	// In a session of its own: where the kernel shares CPU between sessions (sched(7), autogroup) the busy process would
	// else use up the share of the one that measures. Ctrl-C does not reach it then; it is told to stop.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &Process{cmd: cmd, words: in, encoder: json.NewEncoder(in), answers: json.NewDecoder(out)}
	if _, err := p.ask(ctx, job); err != nil {
		p.End()
		return nil, err
	}
	return p, nil
}

// Pid is the process's.
func (p *Process) Pid() int { return p.cmd.Process.Pid }

// Run lets its clients go and returns when all are through; the end of the context ends them.
func (p *Process) Run(ctx context.Context) (load.Figures, error) {
	answer, err := p.ask(ctx, begin)
	return answer.Figures, err
}

// Tidy lets its clients do what comes after; it returns how many could not.
func (p *Process) Tidy(ctx context.Context) (int, error) {
	answer, err := p.ask(ctx, tidy)
	return answer.Untidied, err
}

// ask waits for the answer also when the context ends: then the process is told to stop, and answers soon.
func (p *Process) ask(ctx context.Context, what any) (said, error) {
	if err := p.encoder.Encode(what); err != nil {
		return said{}, fmt.Errorf("clients in a process of their own: %w", err)
	}
	answered := make(chan struct{})
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		select {
		case <-ctx.Done():
			// where it has gone the answer says so
			_ = p.encoder.Encode(stop)
		case <-answered:
		}
	}()
	var answer said
	err := p.answers.Decode(&answer)
	close(answered)
	<-stopped
	if err == nil && answer.Problem != "" {
		err = errors.New(answer.Problem)
	}
	if err != nil {
		err = fmt.Errorf("clients in a process of their own: %w", err)
	}
	return answer, err
}

// End ends the process, at once where it does not do so by itself. It returns the CPU time that it has used.
func (p *Process) End() time.Duration {
	// fails only for one that has gone
	_ = p.words.Close()
	late := time.AfterFunc(endsWithin, func() { _ = p.cmd.Process.Kill() })
	defer late.Stop()
	_ = p.cmd.Wait()
	state := p.cmd.ProcessState
	return state.UserTime() + state.SystemTime()
}
