// Package cgroup holds processes to a share of a core, so that many servers fit on a few cores and none
// of them gets what another leaves. Version 1 (cpu.cfs_quota_us) and version 2 (cpu.max).
package cgroup

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Period is how often a share is handed out anew. The kernel's own 100 ms would let a request wait as
// long; the least quota that the kernel takes is 1 ms.
const Period = 50 * time.Millisecond

// Least and Most bound a share, in cores.
const (
	Least = 0.02
	Most  = 64
)

// Tree is where the groups of this machine are made.
type Tree struct {
	top     string // the directory below which groups are
	unified bool   // version 2
	proc    string
}

// Find looks for the controller of CPU time in what is mounted.
func Find() (*Tree, error) { return find("/proc") }

func find(proc string) (*Tree, error) {
	mounts, err := os.ReadFile(filepath.Join(proc, "mounts"))
	if err != nil {
		return nil, err
	}
	var second string
	for _, line := range strings.Split(string(mounts), "\n") {
		words := strings.Fields(line)
		switch {
		case len(words) < 4:
		case words[2] == "cgroup" && has(words[3], "cpu"):
			return &Tree{words[1], false, proc}, nil
		case words[2] == "cgroup2" && second == "":
			second = words[1]
		}
	}
	if second == "" {
		return nil, errors.New("this machine has no cgroups mounted: a process cannot be held to a share of a core")
	}
	return &Tree{second, true, proc}, nil
}

func has(list, word string) bool {
	for _, one := range strings.Split(list, ",") {
		if one == word {
			return true
		}
	}
	return false
}

// Held is a process in a group of its own.
type Held struct {
	directory string
	back      string // the group it came from
	pid       int
}

// Hold gives a process, with all its threads, a share of a core and no more.
func (t *Tree) Hold(name string, pid int, share float64) (*Held, error) {
	if share < Least || share > Most {
		return nil, fmt.Errorf("a share of %g cores: %g to %d are allowed", share, Least, Most)
	}
	if t.unified {
		// without effect where it is so already
		if err := put(filepath.Join(t.top, "cgroup.subtree_control"), "+cpu"); err != nil {
			return nil, t.unusable(err)
		}
	}
	h := &Held{filepath.Join(t.top, fmt.Sprintf("bora-bench-%d-%s", os.Getpid(), name)), filepath.Join(t.top, t.groupOf(pid)), pid}
	if err := os.Mkdir(h.directory, 0o755); err != nil {
		return nil, t.unusable(err)
	}
	err := t.limit(h.directory, share)
	if err == nil {
		err = put(filepath.Join(h.directory, "cgroup.procs"), strconv.Itoa(pid))
	}
	if err != nil {
		h.Release()
		return nil, t.unusable(err)
	}
	return h, nil
}

func (t *Tree) unusable(err error) error {
	return fmt.Errorf("a process cannot be held to a share of a core: %w (needs root, and cgroups that are writable here; many containers have none)", err)
}

func (t *Tree) limit(directory string, share float64) error {
	period := Period.Microseconds()
	quota := int64(share * float64(period))
	if t.unified {
		return put(filepath.Join(directory, "cpu.max"), fmt.Sprintf("%d %d", quota, period))
	}
	if err := put(filepath.Join(directory, "cpu.cfs_period_us"), strconv.FormatInt(period, 10)); err != nil {
		return err
	}
	return put(filepath.Join(directory, "cpu.cfs_quota_us"), strconv.FormatInt(quota, 10))
}

// groupOf is where a process is, below the top; the top itself when that cannot be known.
func (t *Tree) groupOf(pid int) string {
	text, err := os.ReadFile(filepath.Join(t.proc, strconv.Itoa(pid), "cgroup"))
	if err != nil {
		return "/"
	}
	for _, line := range strings.Split(string(text), "\n") {
		parts := strings.SplitN(line, ":", 3)
		if len(parts) == 3 && (t.unified && parts[0] == "0" || !t.unified && has(parts[1], "cpu")) {
			return parts[2]
		}
	}
	return "/"
}

// Release lets the process run freely again and removes its group; one that has ended is fine.
func (h *Held) Release() error {
	moved := put(filepath.Join(h.back, "cgroup.procs"), strconv.Itoa(h.pid))
	if err := os.Remove(h.directory); err != nil {
		if moved != nil {
			return fmt.Errorf("%s remains: %w, %v", h.directory, err, moved)
		}
		return err
	}
	return nil
}

// put writes what is there: a missing file of the kernel is not to be made.
func put(file, text string) error {
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(text); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
