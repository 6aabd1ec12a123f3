package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// held is what a process must give back.
type held struct{ descriptors, threads int }

func holdings(processes commands) (map[string]held, error) {
	found := map[string]held{}
	for _, p := range processes {
		if _, err := strconv.Atoi(p.text); err != nil {
			return nil, fmt.Errorf("-process %s=%s: a PID is wanted", p.name, p.text)
		}
		descriptors, err := os.ReadDir("/proc/" + p.text + "/fd")
		if err != nil {
			return nil, err
		}
		threads, err := os.ReadDir("/proc/" + p.text + "/task")
		if err != nil {
			return nil, err
		}
		found[p.name] = held{len(descriptors), len(threads)}
	}
	return found, nil
}

// leaks compares with what was held before; pools that have grown to their size are no leak.
func leaks(before, after map[string]held, room int) []string {
	var found []string
	for name, b := range before {
		a := after[name]
		if a.descriptors > b.descriptors+room || a.threads > b.threads+room {
			found = append(found, fmt.Sprintf("%s holds %d descriptors and %d threads, before %d and %d", name, a.descriptors, a.threads, b.descriptors, b.threads))
		}
	}
	return found
}

// shell runs a command in a process group of its own, which ends with the context.
func shell(ctx context.Context, text string) (string, error) {
	command := exec.CommandContext(ctx, "bash", "-c", text)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	output, err := command.CombinedOutput()
	return string(output), err
}
