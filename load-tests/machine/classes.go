package machine

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Instances is how many objects of a class a JVM holds, and their bytes without what they refer to.
type Instances struct {
	Count int64 `json:"count"`
	Bytes int64 `json:"bytes"`
}

// Live is what a JVM's heap holds after a full collection of garbage, by class.
type Live struct {
	Total   Instances
	Classes map[string]Instances
}

// LiveObjects lets a JVM collect its garbage and count what is left, by the JDK's own jcmd. It stops the JVM meanwhile.
func LiveObjects(ctx context.Context, pid int) (Live, error) {
	// the command of the same JDK, whatever PATH has
	java, err := filepath.EvalSymlinks(fmt.Sprintf("/proc/%d/exe", pid))
	if err != nil {
		return Live{}, err
	}
	var problem bytes.Buffer
	command := exec.CommandContext(ctx, filepath.Join(filepath.Dir(java), "jcmd"), strconv.Itoa(pid), "GC.class_histogram")
	command.Stderr = &problem
	text, err := command.Output()
	if err != nil {
		return Live{}, fmt.Errorf("jcmd %d GC.class_histogram: %w %s", pid, err, problem.String())
	}
	return parseLive(string(text))
}

// parseLive reads lines such as "  1:  4321  345678  [B (java.base@25)" and the last, "Total  4321  345678".
func parseLive(text string) (Live, error) {
	live := Live{Classes: map[string]Instances{}}
	for _, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		var name, count, size string
		switch {
		case len(fields) == 3 && fields[0] == "Total":
			name, count, size = "", fields[1], fields[2]
		case len(fields) >= 4 && strings.HasSuffix(fields[0], ":"):
			name, count, size = fields[3], fields[1], fields[2]
		default:
			continue
		}
		n, err := strconv.ParseInt(count, 10, 64)
		if err != nil {
			continue
		}
		bytes, err := strconv.ParseInt(size, 10, 64)
		if err != nil {
			continue
		}
		if name == "" {
			live.Total = Instances{n, bytes}
		} else {
			before := live.Classes[name] // a class of several loaders
			live.Classes[name] = Instances{before.Count + n, before.Bytes + bytes}
		}
	}
	if live.Total.Bytes == 0 {
		return Live{}, fmt.Errorf("not a histogram of classes: %.200q", text)
	}
	return live, nil
}
