package capacity

import (
	"bora/loadtests/result"
)

// Costs are CPU seconds.
type Costs struct {
	// of Bora's processes
	Handshake, Command, Statement, Commit float64
	// of the database, for what is asked of it
	DatabaseStatement, DatabaseCommit float64
	// of the clients
	ClientHandshake, ClientCommand float64
}

// Needs is what one sequence takes.
type Needs struct {
	Handshakes, Commands, Statements, Commits float64
}

// Usage is the CPU seconds of one sequence.
type Usage struct{ Server, Database, Client float64 }

// All is what a machine that holds everything spends.
func (u Usage) All() float64 { return u.Server + u.Database + u.Client }

// NeedsOf counts what the sequences of a point took on average; false when the database was not asked.
func NeedsOf(p result.Point) (Needs, bool) {
	done := float64(p.Total().Done)
	if done == 0 || p.Database == nil {
		return Needs{}, false
	}
	n := Needs{Commands: float64(p.Commands) / done, Statements: float64(p.Database.Statements) / done, Commits: float64(p.Database.Commits) / done}
	if p.Connection == "new" {
		n.Handshakes = n.Commands
	}
	return n, true
}

// UsageOf is what they cost.
func UsageOf(p result.Point) Usage {
	done := float64(p.Total().Done)
	return Usage{p.Front() / done, p.CPUOf("database") / done, p.CPU["client"] / done}
}

// Fit learns the unit costs from points of several kinds of commands, on new and on kept connections.
func Fit(points []result.Point) Costs {
	var server, database, client []observation
	for _, p := range points {
		n, known := NeedsOf(p)
		if !known {
			continue
		}
		u := UsageOf(p)
		server = append(server, observation{[]float64{n.Handshakes, n.Commands, n.Statements, n.Commits}, u.Server})
		client = append(client, observation{[]float64{n.Handshakes, n.Commands}, u.Client})
		// what a database does that is hardly asked anything says nothing of a statement
		if n.Statements >= 0.5 {
			database = append(database, observation{[]float64{n.Statements, n.Commits}, u.Database})
		}
	}
	s, d, c := fit(server, 4), fit(database, 2), fit(client, 2)
	return Costs{s[0], s[1], s[2], s[3], d[0], d[1], c[0], c[1]}
}

// Predict is what a sequence with these needs costs.
func (c Costs) Predict(n Needs) Usage {
	return Usage{
		Server:   n.Handshakes*c.Handshake + n.Commands*c.Command + n.Statements*c.Statement + n.Commits*c.Commit,
		Database: n.Statements*c.DatabaseStatement + n.Commits*c.DatabaseCommit,
		Client:   n.Handshakes*c.ClientHandshake + n.Commands*c.ClientCommand,
	}
}

// Front is the part of a frontend: everything before the backend is asked. A link between two processes
// costs each of them something besides, which Link has.
func (c Costs) Front(n Needs) float64 { return n.Handshakes*c.Handshake + n.Commands*c.Command }

// Back is the part of a backend.
func (c Costs) Back(n Needs) float64 { return n.Statements*c.Statement + n.Commits*c.Commit }

// Site is what serves.
type Site struct {
	Frontends, Backends                       int
	FrontendCores, BackendCores, DatabaseCore float64 // cores of each frontend, of each backend, of the database
}

// Rate is sequences per second that a site serves when each of its parts may be busy for that part of the time,
// and which part is the first to be so.
func (c Costs) Rate(n Needs, s Site, busy float64) (rate float64, bound string) {
	for _, part := range []struct {
		name        string
		cores, cost float64
	}{
		{"frontends", float64(s.Frontends) * s.FrontendCores, c.Front(n)},
		{"backends", float64(s.Backends) * s.BackendCores, c.Back(n)},
		{"database", s.DatabaseCore, c.Predict(n).Database},
	} {
		if part.cost <= 0 {
			continue
		}
		if serves := busy * part.cores / part.cost; bound == "" || serves < rate {
			rate, bound = serves, part.name
		}
	}
	return rate, bound
}
