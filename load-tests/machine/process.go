package machine

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Usage is what a process and its children hold and have used.
type Usage struct {
	CPU    time.Duration // user and system time; of children that have ended too
	Memory int64         // bytes of resident memory
	Files  int           // open file descriptors
}

// UsageOf reads a process and all its descendants (a GridFTP server forks for each connection) but
// those of others: processes that are watched by themselves, such as the database that Bora started.
func UsageOf(pid int, others map[int]bool) (Usage, error) {
	u, err := UsageAlone(pid)
	if err != nil {
		return Usage{}, err
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return Usage{}, err
	}
	ended, err := parseEnded(string(text))
	if err != nil {
		return Usage{}, err
	}
	u.CPU += ended
	for _, child := range children(pid) {
		if others[child] {
			continue
		}
		// one that ends meanwhile is in its parent's next figure
		if below, err := UsageOf(child, others); err == nil {
			u.CPU += below.CPU
			u.Memory += below.Memory
			u.Files += below.Files
		}
	}
	return u, nil
}

// UsageAlone reads a process without its children.
func UsageAlone(pid int) (Usage, error) {
	used, err := CPU(pid)
	if err != nil {
		return Usage{}, err
	}
	u := Usage{CPU: used, Memory: resident(pid)}
	if entries, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid)); err == nil {
		u.Files = len(entries)
	}
	return u, nil
}

// parseEnded is cutime and cstime: children that have ended and were waited for.
func parseEnded(text string) (time.Duration, error) {
	fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	const cutime, cstime = 16 - 3, 17 - 3
	if len(fields) <= cstime {
		return 0, fmt.Errorf("not a line of /proc/PID/stat: %q", text)
	}
	return ticks(fields[cutime], fields[cstime])
}

func resident(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}

func children(pid int) []int {
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		return nil
	}
	var found []int
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		for _, word := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				found = append(found, child)
			}
		}
	}
	return found
}

// Busy is the time that all CPUs together have spent on anything, since the machine started.
func Busy() (time.Duration, error) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, err
	}
	return parseBusy(string(text))
}

func parseBusy(text string) (time.Duration, error) {
	scanner := bufio.NewScanner(strings.NewReader(text))
	scanner.Scan()
	fields := strings.Fields(scanner.Text())
	// user nice system idle iowait irq softirq: those that wait are left out
	if len(fields) < 8 || fields[0] != "cpu" {
		return 0, fmt.Errorf("not a /proc/stat: %.80q", text)
	}
	return ticks(fields[1], fields[2], fields[3], fields[6], fields[7])
}

func ticks(fields ...string) (time.Duration, error) {
	var sum int64
	for _, field := range fields {
		value, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, err
		}
		sum += value
	}
	return time.Duration(sum) * time.Second / ticksPerSecond, nil
}
