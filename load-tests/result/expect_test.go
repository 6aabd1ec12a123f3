package result

import (
	"math"
	"testing"
)

func point(value int, connection string, done int64, mean float64) Point {
	return Point{Value: value, Connection: connection, Seconds: 10, Commands: 3 * done,
		CPU:       map[string]float64{"server": 0.003 * float64(done), "database": 0.001 * float64(done), "client": 5, "others": 1},
		Reference: &Reference{Handshakes: 1000, PerSecond: 100, ServerCPU: 0.001},
		Groups: []Group{{Name: "all", Clients: value, Sequences: Outcomes{Done: done, Refused: 10, Times: Times{Mean: mean, P50: mean}},
			Users: []User{{"a", done / 4, mean * 3}, {"b", done * 3 / 4, mean}}}}}
}

func TestMetricsAreRatiosWithinOneRun(t *testing.T) {
	points := []Point{point(10, "new", 1000, 0.2), point(100, "new", 500, 3), point(100, "kept", 4000, 0.1)}
	points[1].Groups[0].Sequences.Failed = 40
	points[1].Groups[0].Sequences.Unforeseen = 2
	points[1].Beside = &Beside{Done: 400, Seconds: 4}
	Measure(points, 3, nil)
	for name, want := range map[string]float64{
		"failures": 42, "orderly": 510.0 / 552, "goodput-of-peak": 0.5, "time-over-handshakes": 1, "cpu-over-handshake": 4,
		"server-over-handshake": 1, "server-us": 1000, "database-share": 0.25, "median-over-least": 15, "worst-over-median": 3,
		"least-share": 0.5, "goodput-over-beside": 0.5,
	} {
		if got, known := points[1].Metrics[name]; !known || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is %v, not %v", name, got, want)
		}
	}
	if points[2].Metrics["goodput-of-peak"] != 1 {
		t.Errorf("kept connections are not compared with new ones")
	}
}

func TestWhatCannotBeKnownIsLeftOut(t *testing.T) {
	points := []Point{{Value: 1, Connection: "new", Groups: []Group{{Name: "all", Clients: 1}}}}
	Measure(points, 1, nil)
	for _, name := range []string{"orderly", "goodput-of-peak", "time-over-handshakes", "server-us", "least-share"} {
		if got, known := points[0].Metrics[name]; known {
			t.Errorf("%s is %v", name, got)
		}
	}
	if points[0].Goodput() != 0 || points[0].BareTime(3) != 0 {
		t.Error("out of nothing")
	}
}

func TestGrowthIsOfTheProcessThatGrewMost(t *testing.T) {
	var samples []Sample
	for i := 0; i < 60; i++ {
		samples = append(samples, Sample{Seconds: float64(i), Memory: map[string]int64{"server": 1000, "database": int64(100 + i), "client": int64(1 + i)},
			Files: map[string]int{"server": 50, "database": 10}})
	}
	points := []Point{{Value: 1, From: 10, Seconds: 40}}
	Measure(points, 1, samples)
	// 41 samples from 10 s on: the second fifth is 18 to 25 s, the last 43 to 50 s
	if got := points[0].Metrics["memory-growth"]; math.Abs(got-146.5/121.5) > 1e-9 {
		t.Errorf("memory %v", got)
	}
	if got := points[0].Metrics["descriptor-growth"]; got != 1 {
		t.Errorf("descriptors %v", got)
	}
	Measure(points, 1, samples[:20])
	if got, known := points[0].Metrics["memory-growth"]; known {
		t.Errorf("%v of too few", got)
	}
}

func TestWhatIsPlayedBesideInTwoHalvesIsAddedUp(t *testing.T) {
	var none *Beside
	sum := none.Plus(Beside{Done: 10, Failed: 1, Seconds: 2, Times: Times{Mean: 1, P99: 3, Min: 1, Max: 3}}).
		Plus(Beside{Done: 30, Seconds: 2, Times: Times{Mean: 2, P99: 2, Min: 0.5, Max: 2}})
	if *sum != (Beside{40, 1, 4, Times{1.75, 0, 3, 0.5, 3}}) || sum.PerSecond() != 10 || none.PerSecond() != 0 {
		t.Fatalf("%+v", sum)
	}
}

func TestProcessesOfAKindAreAddedUp(t *testing.T) {
	p := point(1, "new", 1000, 0.2)
	p.CPU = map[string]float64{"frontend1": 1, "frontend2": 2, "backend1": 3, "database": 2, "gridftp": 0.5, "client": 9, "balancer": 1}
	p.Held = &Held{Name: "frontend", Count: 1, Share: 0.2} // nobody asks the second one
	four := point(4, "new", 3800, 0.2)
	points := []Point{p, four}
	Measure(points, 1, nil)
	for name, want := range map[string]float64{"database-share": 2 / 8.5, "server-us": 2000, "share-used": 0.5, "rate-over-first": 1} {
		if got := points[0].Metrics[name]; math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is %v, not %v", name, got, want)
		}
	}
	if got := points[1].Metrics["rate-over-first"]; math.Abs(got-3.8) > 1e-9 {
		t.Errorf("rate-over-first is %v", got)
	}
}
