package scenario

import (
	"fmt"
	"strconv"
	"strings"
)

// Expectation is a target: METRIC <= NUMBER [at KEY >= NUMBER] [on new|kept].
type Expectation struct {
	Metric  string
	AtMost  bool // otherwise at least
	Value   float64
	AtBound bool // whether only some values of the axis count
	AtLeast int
	AtUntil int
	On      Connection // empty: on both
	Text    string
}

// Metrics that may be expected of each value, and what they are.
var metrics = map[string]string{
	"failures":              "sequences that failed (TCP, TLS, time-out, malformed) or met an unforeseen status",
	"orderly":               "share of sequences that were done, or refused in the protocol",
	"goodput-of-peak":       "sequences done per second over the most at any value",
	"time-over-handshakes":  "mean time of a sequence over what as many bare handshakes of all clients take",
	"cpu-over-handshake":    "CPU per sequence of all processes of the service over a bare handshake's",
	"server-over-handshake": "CPU per command of the server over a bare handshake's",
	"server-us":             "microseconds of CPU per command of the server",
	"database-share":        "the database's part of the service's CPU",
	"median-over-least":     "median time of a sequence over the least at any value",
	"median-over-loops":     "median time of a sequence over that beside busy loops (key 'loops')",
	"worst-over-median":     "longest time of a sequence over the median, of the slowest user",
	"memory-growth":         "memory of a process in the last fifth of the time over the second fifth; the worst process",
	"descriptor-growth":     "the same of open file descriptors",
	"goodput-over-beside":   "sequences done per second over those of what is played beside",
	"rate-over-first":       "sequences done per second over those at the first value of the axis",
	"share-used":            "CPU of the processes that are held to a share of a core and asked, over that share: below 1 something else is the limit",
	"least-share":           "sequences done by the user with the fewest over the average",
}

// Applies tells whether a value of the axis counts, with that kind of connection.
func (e Expectation) Applies(value int, connection Connection) bool {
	if e.On != "" && e.On != connection {
		return false
	}
	return !e.AtBound || (value >= e.AtLeast && value <= e.AtUntil)
}

// Met tells whether a figure is as expected.
func (e Expectation) Met(figure float64) bool {
	if e.AtMost {
		return figure <= e.Value
	}
	return figure >= e.Value
}

func expectationOf(value, axis string) (Expectation, error) {
	rule := fmt.Errorf("'%s' is not: METRIC <=|>= NUMBER [at %s =|<=|>= NUMBER] [on new|kept]", value, axis)
	parts := strings.Fields(value)
	text := strings.Join(parts, " ")
	var on Connection
	if n := len(parts); n > 2 && parts[n-2] == "on" {
		if on = Connection(parts[n-1]); on != New && on != Kept {
			return Expectation{}, rule
		}
		parts = parts[:n-2]
	}
	if len(parts) != 3 && len(parts) != 7 {
		return Expectation{}, rule
	}
	if _, known := metrics[parts[0]]; !known {
		return Expectation{}, fmt.Errorf("there is no metric '%s'; README.md lists them", parts[0])
	}
	e := Expectation{Metric: parts[0], AtMost: parts[1] == "<=", On: on, Text: text}
	if !e.AtMost && parts[1] != ">=" {
		return Expectation{}, rule
	}
	var err error
	if e.Value, err = strconv.ParseFloat(parts[2], 64); err != nil {
		return Expectation{}, rule
	}
	if len(parts) == 3 {
		return e, nil
	}
	at, err := strconv.Atoi(parts[6])
	if err != nil || parts[3] != "at" || parts[4] != axis {
		return Expectation{}, rule
	}
	e.AtBound, e.AtLeast, e.AtUntil = true, at, at
	switch parts[5] {
	case "=":
	case "<=":
		e.AtLeast = 0
	case ">=":
		e.AtUntil = mostWidth
	default:
		return Expectation{}, rule
	}
	return e, nil
}
