// Package scenario reads what a load test shall do from a small text file. See ../README.md for the
// format. A Scenario that exists is bounded: in clients, in time, and in calls.
package scenario

import "time"

// Connection tells whether each command gets a connection of its own.
type Connection string

const (
	// New is a TCP connection and a GSI handshake for every command, as command line clients do.
	New Connection = "new"
	// Kept is one connection per client for all its commands.
	Kept Connection = "kept"
)

// Step is one thing that a client does; its name is the word in the file.
type Step string

// The steps. Each but Write is one SRM command, or several where the answer is to be polled for.
const (
	Ping    Step = "ping"
	Ls      Step = "ls"      // srmLs of the client's own name, all details, no levels below
	List    Step = "list"    // srmLs of the client's directory with one level, all details
	Rm      Step = "rm"      // srmRm of its own name; fine when it is not there
	Put     Step = "put"     // srmPrepareToPut until the TURL is there
	Write   Step = "write"   // fills the TURL's file on this machine, without GridFTP
	Done    Step = "done"    // srmPutDone
	Status  Step = "status"  // srmStatusOfPutRequest
	Abort   Step = "abort"   // srmAbortRequest
	Get     Step = "get"     // srmPrepareToGet until the TURL is there
	Release Step = "release" // srmReleaseFiles
	Copy    Step = "copy"    // globus-url-copy to the TURL
	Direct  Step = "direct"  // the same transfer to the same server without SRM; the file is removed again
	Mkdir   Step = "mkdir"   // srmMkdir of its own name
	Rmdir   Step = "rmdir"   // srmRmdir of its own name
)

var steps = map[Step]bool{
	Ping: true, Ls: true, List: true, Rm: true, Put: true, Write: true, Done: true, Status: true,
	Abort: true, Get: true, Release: true, Mkdir: true, Rmdir: true, Copy: true, Direct: true,
}

// Group is clients that do the same.
type Group struct {
	Name      string
	Number    int // of its place in the file, the first is 0
	Clients   int // 0: as many as the axis says
	Before    []Step
	Sequence  []Step
	After     []Step
	Patience  time.Duration // for one command, connecting included
	Think     time.Duration // on average between two sequences
	Pause     time.Duration // after a sequence that was refused or failed
	Poll      time.Duration // between two questions for the state of a request
	Users     []string      // names of proxies; its clients take them in turn
	Beside    []Step        // what is compared with the sequence: played before each value, as often
	Size      int           // bytes of a file
	Streams   int           // TCP connections of a transfer
	FreshName bool          // another name for every sequence
	Apart     bool          // its clients run in a process of their own
	Hosts     int           // clients, or users where there are several, come from so many addresses in turn; 0: from one
}

// Scenario is one load test: the same load at every value of the axis, with each kind of connection.
type Scenario struct {
	Name        string
	Title       string
	Axis        Axis
	Connections []Connection
	Duration    time.Duration // new sequences are begun for so long at each value
	Rounds      int           // and until each client has done so many
	Calls       int64         // no new sequence after so many commands at a value; 0: no such bound
	Limit       time.Duration // then whatever still runs is cut off
	Ramp        time.Duration // within which the clients start
	WarmUp      time.Duration // before the first value; not measured
	Reference   time.Duration // of bare handshakes before and after each value; 0: none
	BusyLoops   int           // processes' worth of other work on the same cores
	Loops       time.Duration // after each value, so long, busy loops are put in place of the groups with a process of their own; 0: never
	Groups      []Group
	Expected    []Expectation
	Published   []Published
}

// Axis is what changes from value to value.
type Axis struct {
	Key    string // one of those below
	Values []int
}

// The axes.
const (
	Clients = "clients"
	Width   = "width" // entries that are in the client's directory beforehand
	Depth   = "depth" // directories between the run's own and the client's
	// how many of the service's processes the clients' doors lead to; play is told which doors
	Frontends = "frontends"
	Backends  = "backends"
)

// Published is a figure that others printed, to be drawn beside.
type Published struct {
	Plot  string // time (seconds of a sequence), rate (commands per second), cpu (ms of a sequence) or handshakes (its CPU in those)
	At    float64
	Value float64
	Label string
}

// Compared tells whether something is played beside the sequences.
func (s *Scenario) Compared() bool {
	for _, g := range s.Groups {
		if len(g.Beside) > 0 {
			return true
		}
	}
	return false
}

// With is the same scenario with some of its groups.
func (s *Scenario) With(wanted func(Group) bool) *Scenario {
	part := *s
	part.Groups = nil
	for _, g := range s.Groups {
		if wanted(g) {
			part.Groups = append(part.Groups, g)
		}
	}
	return &part
}

// Has tells whether some client does this step.
func (s *Scenario) Has(step Step) bool {
	for _, g := range s.Groups {
		if g.does(step) {
			return true
		}
	}
	return false
}

func (g Group) does(step Step) bool {
	for _, all := range [][]Step{g.Before, g.Sequence, g.After, g.Beside} {
		for _, one := range all {
			if one == step {
				return true
			}
		}
	}
	return false
}

// Longest is the time after which a run has ended whatever happens.
func (s *Scenario) Longest() time.Duration {
	points := time.Duration(len(s.Axis.Values) * len(s.Connections))
	each := s.Limit + 2*s.Reference + setUp
	if s.Compared() {
		each += s.Limit
	}
	if s.Loops > 0 {
		each += s.Limit
	}
	return LongestWarmUp*s.WarmUp + points*each
}

// LongestWarmUp is how many times its length the warm-up may take, while the service still becomes faster.
const LongestWarmUp = 3

// setUp bounds what is done before and after each value.
const setUp = 2 * time.Minute

// ClientsAt is how many clients a group has at a value of the axis.
func (s *Scenario) ClientsAt(g Group, value int) int {
	if g.Clients > 0 {
		return g.Clients
	}
	if s.Axis.Key == Clients {
		return value
	}
	return 1
}
