package capacity

import (
	"math"
	"testing"

	"bora/loadtests/result"
)

var truth = Costs{Handshake: 1e-3, Command: 2e-4, Statement: 5e-5, Commit: 3e-4, DatabaseStatement: 1e-4, DatabaseCommit: 2e-4,
	ClientHandshake: 1.3e-3, ClientCommand: 1e-4}

// costing is a point whose sequences cost exactly what the truth says.
func costing(connection string, commands, statements, commits int64) result.Point {
	const done = 1000
	p := result.Point{Value: few, Connection: connection, Seconds: 10, Commands: commands * done,
		Database: &result.Counted{Statements: statements * done, Commits: commits * done},
		Groups:   []result.Group{{Sequences: result.Outcomes{Done: done}}}}
	n, _ := NeedsOf(p)
	u := truth.Predict(n)
	p.CPU = map[string]float64{"server": u.Server * done, "database": u.Database * done, "client": u.Client * done}
	return p
}

func run(points ...result.Point) *result.Run {
	return &result.Run{Points: points, Machine: result.Machine{CPUs: 2}}
}

func learned() map[string]*result.Run {
	both := func(commands, statements, commits int64) *result.Run {
		return run(costing("new", commands, statements, commits), costing("kept", commands, statements, commits))
	}
	return map[string]*result.Run{"ping": both(1, 0, 0), "ls": both(1, 1, 0), "status": both(1, 2, 0), "get": both(2, 6, 2), "upload": both(3, 12, 3)}
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 0.01*want+1e-9 {
		t.Errorf("%s is %g, not %g", what, got, want)
	}
}

func TestUnitCostsAreFoundAgain(t *testing.T) {
	got, checks := Checks(learned())
	near(t, "a handshake", got.Handshake, truth.Handshake)
	near(t, "a command", got.Command, truth.Command)
	near(t, "a statement", got.Statement, truth.Statement)
	near(t, "a commit", got.Commit, truth.Commit)
	near(t, "the database's statement", got.DatabaseStatement, truth.DatabaseStatement)
	near(t, "its commit", got.DatabaseCommit, truth.DatabaseCommit)
	near(t, "the client's handshake", got.ClientHandshake, truth.ClientHandshake)
	near(t, "its command", got.ClientCommand, truth.ClientCommand)
	if len(checks) != 10 {
		t.Fatalf("%d checks", len(checks))
	}
	for _, c := range checks {
		if c.Run != "upload" && c.Run != "get" { // without either, commits are known all the same
			near(t, c.Run, c.Predicted.All(), c.Found.All())
		}
	}
}

func TestAMixIsPredictedFromItsCounts(t *testing.T) {
	runs := learned()
	p := costing("new", 3, 9, 2)
	p.Value = 500
	runs["stress"] = run(p)
	_, checks := Checks(runs)
	for _, c := range checks {
		if c.Run == "stress" {
			near(t, "the sequence", c.Predicted.All(), c.Found.All())
			near(t, "the rate", c.RateOf, 2/c.Found.All())
			return
		}
	}
	t.Fatal("no prediction of it")
}

func TestHeldProcessesServeTheirShare(t *testing.T) {
	runs := learned()
	p := costing("new", 1, 1, 0)
	p.Held = &result.Held{Name: "frontend", Count: 4, Share: 0.1}
	runs["frontends"] = run(p)
	_, checks := Checks(runs)
	for _, c := range checks {
		if c.Run == "frontends" {
			near(t, "the rate", c.RateOf, 0.4/1.2e-3)
			return
		}
	}
	t.Fatal("no prediction of it")
}

func TestASiteServesWhatItsFirstBusyPartAllows(t *testing.T) {
	n := Needs{Handshakes: 3, Commands: 3, Statements: 10, Commits: 2}
	s := Site{Frontends: 1, Backends: 1, FrontendCores: 1, BackendCores: 1, DatabaseCore: 1}
	rate, bound := truth.Rate(n, s, 0.7)
	near(t, "the rate", rate, 0.7/3.6e-3)
	if bound != "frontends" {
		t.Error(bound)
	}
	s.Frontends = 16
	rate, bound = truth.Rate(n, s, 0.7)
	near(t, "the rate", rate, 0.7/1.4e-3)
	if bound != "database" {
		t.Error(bound)
	}
}

func TestNoCostIsBelowZero(t *testing.T) {
	got := fit([]observation{{[]float64{1, 1}, 1}, {[]float64{1, 2}, 0.5}}, 2)
	if got[0] < 0 || got[1] < 0 {
		t.Fatal(got)
	}
}

func TestNothingMeasuredIsNothingPredicted(t *testing.T) {
	costs, checks := Checks(nil)
	if costs != (Costs{}) || len(checks) != 0 {
		t.Fatal(costs, checks)
	}
}
