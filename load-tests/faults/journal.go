package main

import (
	"bufio"
	"encoding/json"
	"math/rand"
	"os"
	"sync"
	"time"
)

// fate is what a client knows of a name.
type fate string

// The fates.
const (
	stored  fate = "stored"  // it holds one content, which was acknowledged
	removed fate = "removed" // it was acknowledged that nothing is there
	unknown fate = "unknown" // the last thing asked for was not answered: it may have happened
)

// entry is what may be at a name after all that was acknowledged. Each name belongs to one client, which does one thing after the other.
type entry struct {
	At      time.Time `json:"at"`
	Name    string    `json:"name"`           // area and path below it
	May     []content `json:"may"`            // one of these
	Gone    bool      `json:"gone,omitempty"` // or nothing
	Twin    string    `json:"twin,omitempty"` // where it is when it is not here: exactly one of both has it
	Because string    `json:"because"`        // of the last command
	version int
}

func (e entry) fate() fate {
	switch {
	case len(e.May) == 0:
		return removed
	case len(e.May) == 1 && !e.Gone:
		return stored
	}
	return unknown
}

func (e entry) allows(c content) bool {
	for _, may := range e.May {
		if may == c {
			return true
		}
	}
	return false
}

// tally is how often a name was put.
type tally struct {
	prepared, done, maybe int
	again                 bool // an srmPrepareToPut was sent more than once, or its answer was lost
}

// journal is all of it, in memory and in a file. Safe for several goroutines.
type journal struct {
	mutex   sync.Mutex
	file    *os.File
	out     *bufio.Writer
	entries map[string]entry
	names   []string // of the entries, to draw from
	puts    map[string]tally
}

func newJournal(path string) (*journal, error) {
	j := &journal{entries: map[string]entry{}, puts: map[string]tally{}}
	if path == "" {
		return j, nil
	}
	var err error
	if j.file, err = os.Create(path); err != nil {
		return nil, err
	}
	j.out = bufio.NewWriter(j.file)
	return j, nil
}

func (j *journal) note(entries ...entry) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	for _, e := range entries {
		before, known := j.entries[e.Name]
		if !known {
			j.names = append(j.names, e.Name)
		}
		e.At, e.version = time.Now(), before.version+1
		j.entries[e.Name] = e
		if j.out == nil {
			continue
		}
		// a journal that cannot be written is told by close
		if line, err := json.Marshal(e); err == nil {
			_, _ = j.out.Write(append(line, '\n'))
		}
	}
}

// is notes that one content is at a name, without a doubt.
func (j *journal) is(name string, c content, because string) {
	j.note(entry{Name: name, May: []content{c}, Because: because})
}

// gone notes that nothing is at a name, without a doubt.
func (j *journal) gone(name, because string) {
	j.note(entry{Name: name, Gone: true, Because: because})
}

func (j *journal) of(name string) (entry, bool) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	e, known := j.entries[name]
	return e, known
}

// any is one of the names.
func (j *journal) any(random *rand.Rand) (entry, bool) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if len(j.names) == 0 {
		return entry{}, false
	}
	return j.entries[j.names[random.Intn(len(j.names))]], true
}

// tallied adds to how often a name was put.
func (j *journal) tallied(name string, more tally) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	t := j.puts[name]
	j.puts[name] = tally{t.prepared + more.prepared, t.done + more.done, t.maybe + more.maybe, t.again || more.again}
}

func (j *journal) close() error {
	if j.out == nil {
		return nil
	}
	if err := j.out.Flush(); err != nil {
		return err
	}
	return j.file.Close()
}

func (j *journal) count(f fate) int {
	n := 0
	for _, e := range j.entries {
		if e.fate() == f {
			n++
		}
	}
	return n
}
