package main

import (
	"fmt"
	"math"
	"strconv"

	"bora/loadtests/result"
)

// row is one key figure.
type row struct {
	What      string
	Published string // what others printed
	Target    string
	Found     string // empty: not measured
	Met       bool
	HasTarget bool
	From      string // name of the run
}

// want is a row that is to be filled.
type want struct {
	what, published string
	from            string // run
	of              func(*measured) (float64, bool)
	unit            string
	atMost          float64 // targets; 0: none
	atLeast         float64
	zero            bool // the target is none at all
}

func (m *measured) rows() []row {
	var found []row
	for _, w := range wanted() {
		found = append(found, w.row(m))
	}
	return found
}

func (w want) row(m *measured) row {
	r := row{What: w.what, Published: w.published, From: w.from}
	value, known := w.of(m)
	if known {
		r.Found = figure(value) + w.unit
	}
	switch {
	case w.zero:
		r.HasTarget, r.Target, r.Met = true, "0", known && value == 0
	case w.atMost > 0:
		r.HasTarget, r.Target, r.Met = true, "<= "+figure(w.atMost)+w.unit, known && value <= w.atMost
	case w.atLeast > 0:
		r.HasTarget, r.Target, r.Met = true, ">= "+figure(w.atLeast)+w.unit, known && value >= w.atLeast
	}
	return r
}

// figure has three digits that count.
func figure(v float64) string {
	if math.Abs(v) >= 999.5 {
		return strconv.FormatFloat(math.Round(v), 'f', 0, 64)
	}
	return fmt.Sprintf("%.3g", v)
}

// metric is of one point.
func metric(run, connection string, value int, name string) func(*measured) (float64, bool) {
	return func(m *measured) (float64, bool) {
		p := m.point(run, connection, value)
		if p == nil {
			return 0, false
		}
		v, known := p.Metrics[name]
		return v, known
	}
}

func at(run, connection string, value int, of func(result.Point) float64) func(*measured) (float64, bool) {
	return func(m *measured) (float64, bool) {
		p := m.point(run, connection, value)
		if p == nil {
			return 0, false
		}
		return of(*p), true
	}
}

// extreme is over all points of a run: the largest or the smallest.
func extreme(run, name string, largest bool) func(*measured) (float64, bool) {
	return func(m *measured) (worst float64, known bool) {
		r := m.runs[run]
		if r == nil {
			return 0, false
		}
		for _, p := range r.Points {
			if v, there := p.Metrics[name]; there && (!known || v > worst == largest) {
				worst, known = v, true
			}
		}
		return worst, known
	}
}

func mean(p result.Point) float64        { return p.Total().Times.Mean }
func p99(p result.Point) float64         { return p.Total().Times.P99 }
func goodput(p result.Point) float64     { return p.Goodput() }
func commandRate(p result.Point) float64 { return float64(p.Commands) / p.Seconds }

// perTurl counts only the preparing step's commands: each sequence has one of each other step.
func perTurl(others int64) func(result.Point) float64 {
	return func(p result.Point) float64 {
		all := p.Total()
		return float64(p.Commands-others*all.Ended()) / float64(all.Ended())
	}
}
