package cgroup

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestTheControllerOfCpuTimeIsFoundInWhatIsMounted(t *testing.T) {
	for mounts, want := range map[string]Tree{
		"cgroup2 /c cgroup2 rw 0 0\ncgroup /m cgroup rw,memory 0 0\n":                                                      {top: "/c", unified: true},
		"cgroup2 /c/unified cgroup2 rw 0 0\ncgroup /c/set cgroup rw,cpuset 0 0\ncgroup /c/cpu cgroup rw,cpuacct,cpu 0 0\n": {top: "/c/cpu"},
	} {
		proc := t.TempDir()
		write(t, proc+"/mounts", mounts)
		want.proc = proc
		if got, err := find(proc); err != nil || *got != want {
			t.Errorf("%q: %+v %v", mounts, got, err)
		}
	}
	proc := t.TempDir()
	write(t, proc+"/mounts", "tmpfs / tmpfs rw 0 0\n")
	if _, err := find(proc); err == nil {
		t.Error("cgroups were found where there are none")
	}
}

func TestAProcessReturnsToTheGroupItCameFrom(t *testing.T) {
	proc := t.TempDir()
	write(t, proc+"/7/cgroup", "3:memory:/a\n2:cpu,cpuacct:/user\n0::/slice\n")
	for unified, want := range map[bool]string{false: "/user", true: "/slice"} {
		tree := Tree{unified: unified, proc: proc}
		if got := tree.groupOf(7); got != want {
			t.Errorf("%v: %s", unified, got)
		}
		if got := tree.groupOf(8); got != "/" {
			t.Errorf("%v: %s", unified, got)
		}
	}
}

func TestAShareThatIsNoneIsRefusedBeforeAnythingIsMade(t *testing.T) {
	for _, share := range []float64{0, 0.01, -1, 65} {
		if _, err := (&Tree{top: t.TempDir()}).Hold("x", 1, share); err == nil || !strings.Contains(err.Error(), "allowed") {
			t.Errorf("%v: %v", share, err)
		}
	}
}

func TestWhereNothingCanBeMadeTheMessageSaysWhatIsNeeded(t *testing.T) {
	for _, unified := range []bool{false, true} {
		tree := Tree{top: filepath.Join(t.TempDir(), "not-there"), unified: unified, proc: t.TempDir()}
		if _, err := tree.Hold("x", 1, 0.5); err == nil || !strings.Contains(err.Error(), "needs root") {
			t.Errorf("got %v", err)
		}
	}
}

// The kernel's own groups, where this machine lets us make them.
func TestAProcessIsHeldAndReleased(t *testing.T) {
	tree, err := Find()
	if err != nil {
		t.Skip(err)
	}
	child := exec.Command("sleep", "60")
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Wait()
	defer child.Process.Kill()
	before := tree.groupOf(child.Process.Pid)
	held, err := tree.Hold("test", child.Process.Pid, 0.1)
	if err != nil {
		t.Skip(err)
	}
	if in := tree.groupOf(child.Process.Pid); in != fmt.Sprintf("/bora-bench-%d-test", os.Getpid()) {
		t.Errorf("the process is in %s", in)
	}
	file, want := "cpu.cfs_quota_us", "5000"
	if tree.unified {
		file, want = "cpu.max", "5000 50000"
	}
	if text, err := os.ReadFile(filepath.Join(held.directory, file)); err != nil || strings.TrimSpace(string(text)) != want {
		t.Errorf("%s has %q, %v", file, text, err)
	}
	if err := held.Release(); err != nil {
		t.Error(err)
	}
	if in := tree.groupOf(child.Process.Pid); in != before {
		t.Errorf("the process is in %s, not %s", in, before)
	}
	if _, err := os.Stat(held.directory); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", held.directory, err)
	}
}
