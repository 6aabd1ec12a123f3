// Package result is what a run of a scenario came to: written as JSON, drawn by report.
package result

import (
	"math"
	"sort"
	"time"
)

// Run is a scenario with everything measured.
type Run struct {
	Scenario   string    `json:"scenario"`
	Title      string    `json:"title"`
	Axis       string    `json:"axis"`
	Text       string    `json:"scenarioFile"`
	InSequence int       `json:"commandsInSequence"` // where nothing is polled for
	Overrides  []string  `json:"overrides,omitempty"`
	Started    time.Time `json:"started"`
	Seconds    float64   `json:"seconds"`
	Endpoint   string    `json:"endpoint"`
	Machine    Machine   `json:"machine"`
	HostKey    string    `json:"hostKey"`
	Openssl    string    `json:"openssl,omitempty"`
	WarmUp     float64   `json:"warmUpSeconds"`
	Warm       bool      `json:"warm"` // whether commands had stopped becoming cheaper
	Points     []Point   `json:"points"`
	Samples    []Sample  `json:"samples"`
	Verdicts   []Verdict `json:"verdicts,omitempty"`
	Warnings   []string  `json:"warnings,omitempty"`
	Published  []Figure  `json:"published,omitempty"`
	Incomplete string    `json:"incomplete,omitempty"` // why the run ended early
}

// Machine is where client and service ran.
type Machine struct {
	CPUs   int     `json:"cpus"`
	Model  string  `json:"model"`
	Kernel string  `json:"kernel"`
	Load   float64 `json:"loadBefore"`
}

// Figure is one that others published.
type Figure struct {
	Plot  string  `json:"plot"`
	At    float64 `json:"at"`
	Value float64 `json:"value"`
	Label string  `json:"label"`
}

// Point is one value of the axis with one kind of connection.
type Point struct {
	Value      int                `json:"value"`
	Connection string             `json:"connection"`
	From       float64            `json:"from"` // seconds since the run began
	Seconds    float64            `json:"seconds"`
	Size       int                `json:"fileBytes"`
	Commands   int64              `json:"commands"`
	Groups     []Group            `json:"groups"`
	CPU        map[string]float64 `json:"cpuSeconds"` // by process; others: what else the machine did
	Database   *Counted           `json:"databaseCounted,omitempty"`
	Held       *Held              `json:"held,omitempty"`
	Beside     *Beside            `json:"beside,omitempty"`
	Reference  *Reference         `json:"bareHandshakes,omitempty"`
	Runnable   float64            `json:"runnable"` // threads that ran or waited for a processor, on average, all of the machine's
	Loops      *Loops             `json:"besideLoops,omitempty"`
	LagP99     float64            `json:"clientLagP99Seconds"`
	Metrics    map[string]float64 `json:"metrics"`
	Warnings   []string           `json:"warnings,omitempty"`
}

// Counted is what the database says it did during a point, by anybody.
type Counted struct {
	Statements int64 `json:"statements"` // select, insert, update, delete
	Commits    int64 `json:"commits"`
}

// Held is processes that were given a share of a core each, and no more.
type Held struct {
	Name  string  `json:"name"`  // of the processes, without their numbers
	Count int     `json:"count"` // how many of them the clients' doors led to
	Share float64 `json:"share"` // of a core, each
}

// Beside is what was played before a point to be compared with it.
type Beside struct {
	Done    int64   `json:"done"`
	Failed  int64   `json:"failed"`
	Seconds float64 `json:"seconds"`
	Times   Times   `json:"times"`
}

// Loops is what became of the clients that stay when those with a process of their own are replaced by loops
// that do nothing, as many as threads were runnable beside those: what is due to the processors alone.
type Loops struct {
	Count  int   `json:"count"`
	Done   int64 `json:"done"`
	Failed int64 `json:"failed"`
	Times  Times `json:"seconds"`
}

// Plus adds what was played later; quantiles become the worse of both, for they cannot be added.
func (b *Beside) Plus(later Beside) *Beside {
	if b == nil {
		return &later
	}
	sum := Beside{Done: b.Done + later.Done, Failed: b.Failed + later.Failed, Seconds: b.Seconds + later.Seconds}
	mean := (b.Times.Mean*float64(b.Done) + later.Times.Mean*float64(later.Done)) / math.Max(1, float64(sum.Done))
	sum.Times = Times{mean, math.Max(b.Times.P50, later.Times.P50), math.Max(b.Times.P99, later.Times.P99),
		math.Min(b.Times.Min, later.Times.Min), math.Max(b.Times.Max, later.Times.Max)}
	return &sum
}

// PerSecond is how many were done.
func (b *Beside) PerSecond() float64 {
	if b == nil || b.Seconds <= 0 {
		return 0
	}
	return float64(b.Done) / b.Seconds
}

// Reference is bare handshakes with openssl s_server just before and after a point.
type Reference struct {
	Handshakes int64   `json:"handshakes"`
	Failures   int64   `json:"failures"`
	PerSecond  float64 `json:"perSecond"`
	ServerCPU  float64 `json:"serverCpuSecondsEach"`
	ClientCPU  float64 `json:"clientCpuSecondsEach"`
}

// Group is clients that did the same.
type Group struct {
	Name       string           `json:"name"`
	Clients    int              `json:"clients"`
	Sequences  Outcomes         `json:"sequences"`
	Connecting Times            `json:"connectSeconds"` // TCP and handshake of new connections, a part of the sequences
	Steps      []Step           `json:"steps"`
	Answers    map[string]int64 `json:"answers"` // by status or kind of failure, of commands
	Examples   []string         `json:"examples,omitempty"`
	Users      []User           `json:"users"`
}

// Step is all of one kind in the sequences.
type Step struct {
	Name string `json:"name"`
	Outcomes
}

// Outcomes counts how things ended, and how long those took that were done.
type Outcomes struct {
	Done       int64 `json:"done"`
	Refused    int64 `json:"refused"`
	Unforeseen int64 `json:"unforeseen"`
	Failed     int64 `json:"failed"`
	Cut        int64 `json:"cut"` // by the scenario's limit
	Times      Times `json:"seconds"`
}

// Ended is all of them but those cut off.
func (o Outcomes) Ended() int64 {
	return o.Done + o.Refused + o.Unforeseen + o.Failed
}

// Times are in seconds.
type Times struct {
	Mean float64 `json:"mean"`
	P50  float64 `json:"p50"`
	P99  float64 `json:"p99"`
	Min  float64 `json:"min"`
	Max  float64 `json:"max"`
}

// TimesOf sorts what it is given.
func TimesOf(values []float64) Times {
	if len(values) == 0 {
		return Times{}
	}
	sort.Float64s(values)
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return Times{sum / float64(len(values)), Quantile(values, 0.5), Quantile(values, 0.99), values[0], values[len(values)-1]}
}

// Quantile is the least of sorted values that so large a part of them does not exceed.
func Quantile(sorted []float64, part float64) float64 {
	at := int(part*float64(len(sorted))+0.999999) - 1
	if at < 0 {
		at = 0
	}
	return sorted[at]
}

// User is one client's share.
type User struct {
	Name  string  `json:"name"`
	Done  int64   `json:"done"`
	Worst float64 `json:"worstSeconds"`
}

// Sample is what processes held at a time.
type Sample struct {
	Seconds float64            `json:"seconds"`        // since the run began
	Memory  map[string]int64   `json:"memory"`         // bytes resident
	Heap    map[string]int64   `json:"heap,omitempty"` // bytes in use on a JVM's heap, garbage included
	Files   map[string]int     `json:"files"`          // open descriptors
	CPU     map[string]float64 `json:"cpuSeconds"`
}

// Verdict is what became of an expectation.
type Verdict struct {
	Expected   string  `json:"expected"`
	Value      int     `json:"value"` // of the axis
	Connection string  `json:"connection"`
	Found      float64 `json:"found"`
	Met        bool    `json:"met"`
	Known      bool    `json:"known"` // whether it could be measured
}
