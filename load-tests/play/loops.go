package main

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// loops are processes that do nothing as fast as they can, on the cores that the service has too.
// Each ends by itself when this process has gone, however it went.
type loops []*exec.Cmd

const spin = `while kill -0 "$PPID" 2>/dev/null; do i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; done`

func startLoops(n int) (loops, error) {
	var all loops
	for i := 0; i < n; i++ {
		// PPID of a shell does not change when its parent ends; then kill -0 fails
		cmd := exec.Command("sh", "-c", spin)
		if err := cmd.Start(); err != nil {
			all.stop()
			return nil, err
		}
		all = append(all, cmd)
	}
	return all, nil
}

func (l loops) stop() {
	for _, cmd := range l {
		// both fail only for a process that has ended
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
}

// crowd is loops with a session of their own, as clients with a process of their own have: the kernel shares the
// processors between sessions first (sched_autogroup_enabled).
type crowd struct{ cmd *exec.Cmd }

const spinTogether = `n=$1
while [ $n -gt 0 ]; do
  ( while kill -0 "$2" 2>/dev/null; do i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; done ) &
  n=$((n-1))
done
wait`

func startCrowd(n int) (crowd, error) {
	cmd := exec.Command("sh", "-c", spinTogether, "sh", strconv.Itoa(n), strconv.Itoa(os.Getpid()))
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return crowd{cmd}, cmd.Start()
}

func (c crowd) stop() {
	// the leader of a session is that of a process group; both fail only when all have ended
	_ = syscall.Kill(-c.cmd.Process.Pid, syscall.SIGKILL)
	_ = c.cmd.Wait()
}
