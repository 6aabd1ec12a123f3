// Package machine reads what the kernel knows of a process.
package machine

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// ticksPerSecond is USER_HZ, which Linux fixes at 100 for /proc on all architectures in use.
const ticksPerSecond = 100

// CPU is the user and system time that all threads of a process have used, those that have ended
// included (proc(5): utime and stime of the thread group).
func CPU(pid int) (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	return parseStat(string(text))
}

func parseStat(text string) (time.Duration, error) {
	// the second field is the command's name in parentheses and may contain anything
	end := strings.LastIndexByte(text, ')')
	fields := strings.Fields(text[end+1:])
	const utime, stime = 14 - 3, 15 - 3
	if end < 0 || len(fields) <= stime {
		return 0, fmt.Errorf("not a line of /proc/PID/stat: %q", text)
	}
	return ticks(fields[utime], fields[stime])
}

// Runnable is how many threads of the machine run or wait for a processor now, the caller among them (proc(5):
// procs_running of /proc/stat).
func Runnable() (int, error) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, err
	}
	for _, line := range strings.Split(string(text), "\n") {
		if key, count, found := strings.Cut(line, " "); found && key == "procs_running" {
			return strconv.Atoi(strings.TrimSpace(count))
		}
	}
	return 0, fmt.Errorf("/proc/stat does not say procs_running")
}
