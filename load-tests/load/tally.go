// Package load is the clients of a scenario: what they do, one after the other and beside each
// other, and what became of it.
package load

import (
	"fmt"
	"sort"
	"strings"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/result"
	"bora/loadtests/scenario"
)

type outcome int

const (
	done       outcome = iota
	refused            // the server said in SRM that it is too busy
	unforeseen         // an SRM status that the step does not end with
	failed             // TCP, TLS, time-out, or no SRM reply
	cut                // the scenario's limit
)

const mostExamples = 5

// tally is one client's.
type tally struct {
	sequences counted
	connects  []float64 // seconds until a connection was there, its handshake done
	steps     map[scenario.Step]*counted
	commands  int64
	answers   map[string]int64
	examples  map[string]string // by answer, of what was not expected
}

type counted struct {
	of    [cut + 1]int64
	times []float64
}

func newTally() *tally {
	return &tally{steps: map[scenario.Step]*counted{}, answers: map[string]int64{}, examples: map[string]string{}}
}

func (c *counted) add(how outcome, spent time.Duration) {
	c.of[how]++
	if how == done {
		c.times = append(c.times, spent.Seconds())
	}
}

func (c *counted) merge(other *counted) {
	for i, n := range other.of {
		c.of[i] += n
	}
	c.times = append(c.times, other.times...)
}

func (c *counted) outcomes() result.Outcomes {
	return result.Outcomes{Done: c.of[done], Refused: c.of[refused], Unforeseen: c.of[unforeseen],
		Failed: c.of[failed], Cut: c.of[cut], Times: result.TimesOf(c.times)}
}

func (t *tally) step(s scenario.Step, how outcome, spent time.Duration) {
	if t.steps[s] == nil {
		t.steps[s] = &counted{}
	}
	t.steps[s].add(how, spent)
}

// answered counts one command by what came back.
func (t *tally) answered(s scenario.Step, how outcome, answer client.Answer, err error) {
	t.commands++
	name := answer.Final()
	if err != nil {
		name = string(client.KindOf(err))
		if how == cut {
			name = "cut"
		}
	} else if name == "" {
		name = "SRM_SUCCESS" // srmPing has no status
	}
	t.answers[name]++
	if how == done || how == cut || t.examples[name] != "" {
		return
	}
	t.examples[name] = strings.TrimSpace(fmt.Sprintf("%s: %s %.200s", s, name, answer.Why))
	if err != nil {
		t.examples[name] = fmt.Sprintf("%s: %.300s", s, err)
	}
}

func (t *tally) merge(other *tally) {
	t.sequences.merge(&other.sequences)
	t.connects = append(t.connects, other.connects...)
	for s, c := range other.steps {
		if t.steps[s] == nil {
			t.steps[s] = &counted{}
		}
		t.steps[s].merge(c)
	}
	t.commands += other.commands
	for name, n := range other.answers {
		t.answers[name] += n
	}
	for name, text := range other.examples {
		if t.examples[name] == "" {
			t.examples[name] = text
		}
	}
}

// group is the figures of clients that did the same.
func groupOf(g scenario.Group, workers []*worker) (result.Group, int64) {
	all := newTally()
	found := result.Group{Name: g.Name, Clients: len(workers)}
	for _, w := range workers {
		times := result.TimesOf(append([]float64(nil), w.tally.sequences.times...))
		found.Users = append(found.Users, result.User{Name: w.name, Done: w.tally.sequences.of[done], Worst: times.Max})
		all.merge(w.tally)
	}
	found.Sequences, found.Answers = all.sequences.outcomes(), all.answers
	found.Connecting = result.TimesOf(all.connects)
	said := map[scenario.Step]bool{}
	for _, s := range g.Sequence {
		if c := all.steps[s]; c != nil && !said[s] {
			found.Steps = append(found.Steps, result.Step{Name: string(s), Outcomes: c.outcomes()})
		}
		said[s] = true
	}
	for _, text := range all.examples {
		found.Examples = append(found.Examples, text)
	}
	sort.Strings(found.Examples)
	if len(found.Examples) > mostExamples {
		found.Examples = found.Examples[:mostExamples]
	}
	return found, all.commands
}
