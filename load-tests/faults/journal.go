package main

import (
	"bufio"
	"encoding/json"
	"os"
	"sync"
	"time"
)

// fate is what a client knows of a name. Names are used once.
type fate string

// The fates.
const (
	stored  fate = "stored"  // srmPutDone was acknowledged
	removed fate = "removed" // and srmRm after it, or the put was aborted
	unknown fate = "unknown" // the last thing asked for was not answered: it may have happened
)

// entry is what was last acknowledged of a name.
type entry struct {
	At    time.Time `json:"at"`
	Name  string    `json:"name"` // below the area
	Fate  fate      `json:"fate"`
	Size  int       `json:"size"`
	Sum   uint32    `json:"adler32"`
	Again bool      `json:"again,omitempty"` // srmPrepareToPut was sent more than once
}

// journal is all of it, in memory and in a file. Safe for several goroutines.
type journal struct {
	mutex   sync.Mutex
	file    *os.File
	out     *bufio.Writer
	entries map[string]entry
}

func newJournal(path string) (*journal, error) {
	j := &journal{entries: map[string]entry{}}
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

func (j *journal) note(e entry) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	e.At = time.Now()
	j.entries[e.Name] = e
	if j.out == nil {
		return
	}
	// a journal that cannot be written is told by close
	if line, err := json.Marshal(e); err == nil {
		_, _ = j.out.Write(append(line, '\n'))
	}
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
		if e.Fate == f {
			n++
		}
	}
	return n
}
