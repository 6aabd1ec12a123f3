package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"bora/loadtests/result"
)

// measured is all that lies in a directory, by the name of its file.
type measured struct {
	directory string
	runs      map[string]*result.Run
	handshake map[string]*handshake
	put       *put
	client    *clientCheck
}

// handshake is what bench-handshake writes, as far as it is needed here.
type handshake struct {
	Host   string  `json:"hostKey"`
	Target float64 `json:"targetRatio"`
	Pairs  []struct {
		Ratio float64 `json:"ratio"`
		Fresh call    `json:"srmPing"`
		Bare  call    `json:"openssl"`
	} `json:"slices"`
	Kept []call `json:"keepAlive"`
}

type call struct {
	PerSecond float64 `json:"perSecond"`
	Nanos     float64 `json:"cpuNanosPerCall"`
}

// put is what bench-put writes.
type put struct {
	Steps []struct {
		Name    string             `json:"name"`
		Files   float64            `json:"files"`
		Calls   float64            `json:"soapCalls"`
		Seconds float64            `json:"seconds"`
		Counted map[string]float64 `json:"databaseCounters"`
	} `json:"steps"`
}

// clientCheck is what bench-client writes.
type clientCheck struct {
	Slices []struct{ Ab, Own checkSample } `json:"slices"`
}

type checkSample struct {
	Calls  float64 `json:"calls"`
	Server float64 `json:"serverCpuMicrosEach"`
	Client float64 `json:"clientCpuMicrosEach"`
}

func load(directory string) (*measured, error) {
	files, err := filepath.Glob(filepath.Join(directory, "*.json"))
	if err != nil {
		return nil, err
	}
	sort.Strings(files)
	m := &measured{directory: directory, runs: map[string]*result.Run{}, handshake: map[string]*handshake{}}
	for _, file := range files {
		if err := m.add(file); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return m, nil
}

// add tells the formats apart by what is in them: several runs of one scenario may have several names.
func (m *measured) add(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(text, &keys); err != nil {
		return err
	}
	name := strings.TrimSuffix(filepath.Base(file), ".json")
	has := func(key string) bool { _, found := keys[key]; return found }
	switch {
	case has("scenarioFile"):
		m.runs[name] = &result.Run{}
		return json.Unmarshal(text, m.runs[name])
	case has("keepAlive"):
		m.handshake[name] = &handshake{}
		return json.Unmarshal(text, m.handshake[name])
	case has("steps"):
		return json.Unmarshal(text, &m.put)
	case has("slices"):
		return json.Unmarshal(text, &m.client)
	}
	return nil // of the benches in simulated time
}

// point is one of a run; nil when it was not measured.
func (m *measured) point(run, connection string, value int) *result.Point {
	r := m.runs[run]
	if r == nil {
		return nil
	}
	for i, p := range r.Points {
		if p.Connection == connection && p.Value == value {
			return &r.Points[i]
		}
	}
	return nil
}

func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := append([]float64(nil), values...)
	sort.Float64s(sorted)
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

func (h *handshake) ratio() float64 {
	var all []float64
	for _, p := range h.Pairs {
		all = append(all, p.Ratio)
	}
	return median(all)
}

// kept is microseconds of CPU of an srmPing on a kept connection.
func (h *handshake) kept() float64 {
	var all []float64
	for _, c := range h.Kept {
		all = append(all, c.Nanos/1000)
	}
	return median(all)
}

// perFile is counts of a step of the put bench for each file; the idle database's are taken off.
func (p *put) perFile(step string, counters ...string) (float64, bool) {
	for _, s := range p.Steps {
		if s.Name != step || s.Files == 0 {
			continue
		}
		sum := 0.0
		for _, c := range counters {
			count := s.Counted[c]
			if idle := p.Steps[0]; idle.Name == "idle" && idle.Seconds > 0 {
				count -= idle.Counted[c] / idle.Seconds * s.Seconds
			}
			if count > 0 {
				sum += count
			}
		}
		return sum / s.Files, true
	}
	return 0, false
}

// ratio is the server's CPU per call with our client over that with ab.
func (c *clientCheck) ratio() float64 {
	var own, ab, owns, abs float64
	for _, s := range c.Slices {
		own, owns = own+s.Own.Server*s.Own.Calls, owns+s.Own.Calls
		ab, abs = ab+s.Ab.Server*s.Ab.Calls, abs+s.Ab.Calls
	}
	if owns == 0 || ab == 0 {
		return 0
	}
	return own / owns / (ab / abs)
}
