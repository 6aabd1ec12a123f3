package scenario

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Bounds of what a file may ask for.
const (
	mostClients   = 4000
	mostValues    = 24
	mostWidth     = 1000000
	mostDepth     = 100
	mostGroups    = 8
	mostProcesses = 16
	mostSteps     = 16
	mostUsers     = 256
	mostRounds    = 1000
	mostCalls     = 5000000
	mostHosts     = 250
	mostLoops     = 16
	mostBytes     = 10000000000
	mostStreams   = 64
	longestPoint  = 12 * time.Hour
	longestRun    = 24 * time.Hour
	longestFile   = 64 << 10
)

var nameRule = regexp.MustCompile(`^[a-z][a-z0-9-]{0,39}$`)

func words(value string, most int) ([]string, error) {
	found := strings.Fields(value)
	if len(found) == 0 || len(found) > most {
		return nil, fmt.Errorf("1 to %d words are allowed, not %d", most, len(found))
	}
	return found, nil
}

func number(value string, least, most int64) (int64, error) {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("'%s' is no whole number from %d to %d", value, least, most)
	}
	return n, nil
}

// ascending reads numbers that grow: a plot goes from left to right.
func ascending(value string, most int64) ([]int, error) {
	texts, err := words(value, mostValues)
	if err != nil {
		return nil, err
	}
	var numbers []int
	for _, text := range texts {
		n, err := number(text, 1, most)
		if err != nil {
			return nil, err
		}
		if len(numbers) > 0 && int(n) <= numbers[len(numbers)-1] {
			return nil, fmt.Errorf("%d comes after %d: the numbers must grow", n, numbers[len(numbers)-1])
		}
		numbers = append(numbers, int(n))
	}
	return numbers, nil
}

// length reads a time such as 15s, 500ms or 2m.
func length(value string, least, most time.Duration) (time.Duration, error) {
	d, err := time.ParseDuration(value)
	if err != nil {
		return 0, fmt.Errorf("'%s' is no time such as 500ms, 15s or 2m", value)
	}
	if d < least || d > most {
		return 0, fmt.Errorf("%s is not within %s and %s", d, least, most)
	}
	return d, nil
}

func stepsOf(value string) ([]Step, error) {
	texts, err := words(value, mostSteps)
	if err != nil {
		return nil, err
	}
	var read []Step
	for _, text := range texts {
		if !steps[Step(text)] {
			return nil, fmt.Errorf("there is no step '%s'; there are ping, ls, list, rm, put, write, done, status, "+
				"abort, get, release, copy, direct, mkdir and rmdir", text)
		}
		read = append(read, Step(text))
	}
	return read, nil
}

func connectionsOf(value string) ([]Connection, error) {
	switch strings.Join(strings.Fields(value), " ") {
	case "new":
		return []Connection{New}, nil
	case "kept":
		return []Connection{Kept}, nil
	case "new kept":
		return []Connection{New, Kept}, nil
	}
	return nil, fmt.Errorf("'%s' is none of new, kept, and new kept", value)
}

func usersOf(value string) ([]string, error) {
	names, err := words(value, mostUsers)
	if err != nil {
		return nil, err
	}
	if len(names) == 1 {
		if n, err := strconv.Atoi(names[0]); err == nil {
			return numberedUsers(n)
		}
	}
	for _, name := range names {
		if !nameRule.MatchString(name) {
			return nil, fmt.Errorf("'%s' is no name of a proxy", name)
		}
	}
	return names, nil
}

// numberedUsers are made for the run by the script that starts it: load-001, load-002 and so on.
func numberedUsers(n int) ([]string, error) {
	if n < 1 || n > mostUsers {
		return nil, fmt.Errorf("1 to %d users can be made, not %d", mostUsers, n)
	}
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("load-%03d", i+1)
	}
	return names, nil
}

// drawn are the plots that others' figures can be put into.
var drawn = map[string]bool{"time": true, "rate": true, "cpu": true, "handshakes": true}

func publishedOf(value string) (Published, error) {
	rule := fmt.Errorf("'%s' is not: time|rate|cpu|handshakes AT VALUE LABEL", value)
	parts := strings.Fields(value)
	if len(parts) < 4 || !drawn[parts[0]] {
		return Published{}, rule
	}
	at, err := strconv.ParseFloat(parts[1], 64)
	if err != nil || at < 0 {
		return Published{}, rule
	}
	height, err := strconv.ParseFloat(parts[2], 64)
	if err != nil || height < 0 {
		return Published{}, rule
	}
	return Published{Plot: parts[0], At: at, Value: height, Label: strings.Join(parts[3:], " ")}, nil
}
