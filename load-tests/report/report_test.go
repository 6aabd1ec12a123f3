package report

import (
	"strings"
	"testing"

	"bora/loadtests/result"
)

func TestAReportSaysWhatWasFoundAndWhatWasMissed(t *testing.T) {
	group := result.Group{Name: "all", Clients: 10, Sequences: result.Outcomes{Done: 90, Failed: 10, Times: result.Times{Mean: 1, P50: 1, P99: 2, Max: 3}},
		Steps: []result.Step{{Name: "ls", Outcomes: result.Outcomes{Done: 90, Times: result.Times{Mean: 0.5}}}}, Answers: map[string]int64{"SRM_SUCCESS": 90, "time-out": 10},
		Examples: []string{"ls: <i/o> timeout"}, Users: []result.User{{Name: "all-0001", Done: 90}}}
	run := &result.Run{Scenario: "stress", Title: "A & B", Axis: "clients", InSequence: 3, Text: "title: A & B", Warnings: []string{"left behind"}, Overrides: []string{"clients=10"},
		Points: []result.Point{{Value: 10, Connection: "new", Seconds: 10, Commands: 300, Groups: []result.Group{group},
			CPU: map[string]float64{"server": 1, "others": 2}, Reference: &result.Reference{Handshakes: 100, PerSecond: 50, ServerCPU: 0.001},
			Warnings: []string{"busy elsewhere"}}},
		Verdicts:  []result.Verdict{{Expected: "failures <= 0", Value: 10, Connection: "new", Found: 10, Known: true}},
		Published: []result.Figure{{Plot: "time", At: 500, Value: 40, Label: "StoRM, 2007"}},
		Samples:   []result.Sample{{Seconds: 1, Memory: map[string]int64{"server": 1 << 20}, Files: map[string]int{"server": 5}}}}
	result.Measure(run.Points, 3, nil)
	page, err := HTML(run)
	if err != nil {
		t.Fatal(err)
	}
	for _, wanted := range []string{"A &amp; B", "Not the scenario as it is written", "busy elsewhere", "left behind", "1 not met", "missed", "ls: &lt;i/o&gt; timeout",
		"published: StoRM, 2007", "what 3 bare OpenSSL handshakes", "time-out 10", "<td>3333</td><td>3.33</td>", "Memory, by process", "A new GSI connection for every command"} {
		if !strings.Contains(page, wanted) {
			t.Errorf("%q is not in the page", wanted)
		}
	}
	if strings.Contains(page, "One kept connection") || strings.Contains(strings.ReplaceAll(page, "http://www.w3.org/2000/svg", ""), "http://") || strings.Contains(page, "src=") {
		t.Error("the page has what was not measured, or loads something")
	}
	if n := strings.Count(page, `class="plot">`); n != 10 {
		t.Errorf("%d pictures", n)
	}
}
