package main

import (
	"os/exec"
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
