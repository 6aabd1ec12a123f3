package capacity

import (
	"sort"

	"bora/loadtests/result"
)

// Learned are the runs that unit costs are learned from: single commands, few clients.
var Learned = []string{"ping", "ls", "status", "get", "upload"}

// few is how many clients those have: enough to keep the cores busy, none waiting for another.
const few = 4

// Check is a prediction beside what was measured.
type Check struct {
	Run, Connection  string
	Value            int
	Needs            Needs
	Predicted, Found Usage   // CPU of a sequence
	RateOf, Rate     float64 // sequences per second: predicted and measured
	Held             bool    // the rate is that of processes held to a share
}

// Checks predicts runs that nothing was learned from, and each of the others from the rest of them.
func Checks(runs map[string]*result.Run) (Costs, []Check) {
	var points []result.Point
	for _, name := range Learned {
		points = append(points, pointsOf(runs[name])...)
	}
	all := Fit(points)
	var checks []Check
	for _, name := range names(runs) {
		costs := all
		r := runs[name]
		if contains(Learned, name) {
			costs = Fit(without(runs, name))
		}
		for _, p := range r.Points {
			if c, known := costs.check(name, p, r.Machine.CPUs); known && interesting(name, p) {
				checks = append(checks, c)
			}
		}
	}
	return all, checks
}

func without(runs map[string]*result.Run, left string) []result.Point {
	var points []result.Point
	for _, name := range Learned {
		if name != left {
			points = append(points, pointsOf(runs[name])...)
		}
	}
	return points
}

func pointsOf(r *result.Run) []result.Point {
	var found []result.Point
	if r != nil {
		for _, p := range r.Points {
			if p.Value == few {
				found = append(found, p)
			}
		}
	}
	return found
}

// interesting leaves out what the model says nothing of: scenarios of several groups, transfers, long listings.
func interesting(name string, p result.Point) bool {
	switch name {
	case "stress":
		return p.Value >= 50
	case "frontends", "backends", "equal", "multiuser":
		return true
	}
	return contains(Learned, name) && p.Value == few
}

func (c Costs) check(name string, p result.Point, cores int) (Check, bool) {
	n, known := NeedsOf(p)
	if !known || cores == 0 || p.Seconds == 0 {
		return Check{}, false
	}
	found := Check{Run: name, Connection: p.Connection, Value: p.Value, Needs: n, Predicted: c.Predict(n), Found: UsageOf(p), Rate: p.Goodput()}
	if h := p.Held; h != nil {
		found.Held = true
		each := c.Front(n)
		if h.Name == "backend" {
			each = c.Back(n)
		}
		if each > 0 {
			found.RateOf = h.Share * float64(h.Count) / each
		}
	} else if all := found.Predicted.All(); all > 0 {
		found.RateOf = float64(cores) / all
	}
	return found, true
}

func contains(all []string, one string) bool {
	for _, name := range all {
		if name == one {
			return true
		}
	}
	return false
}

func names(runs map[string]*result.Run) []string {
	var found []string
	for name := range runs {
		found = append(found, name)
	}
	sort.Strings(found)
	return found
}
