package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bora/loadtests/result"
)

// directory has a run of each kind, as the benches write them.
func directory(t *testing.T) string {
	t.Helper()
	d := t.TempDir()
	stress := result.Run{Scenario: "stress", Title: "A & B", Axis: "clients", Text: "x", InSequence: 3, Machine: result.Machine{CPUs: 2},
		Points: []result.Point{{Value: 500, Connection: "new", Seconds: 10, Commands: 3000, CPU: map[string]float64{"server": 3, "database": 1, "client": 4},
			Database: &result.Counted{Statements: 9000, Commits: 2000}, Reference: &result.Reference{Handshakes: 100, ServerCPU: 0.001, PerSecond: 400},
			Groups: []result.Group{{Name: "all", Clients: 500, Users: []result.User{{Name: "all-0001", Done: 1000}}, Sequences: result.Outcomes{Done: 1000, Times: result.Times{Mean: 2.5, P99: 4}}}}}}}
	result.Measure(stress.Points, 3, nil)
	text, err := json.Marshal(stress)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"stress":    string(text),
		"handshake": `{"hostKey":"RSA 2048","slices":[{"ratio":0.7},{"ratio":0.9},{"ratio":0.75}],"keepAlive":[{"cpuNanosPerCall":110000}]}`,
		"client":    `{"slices":[{"ab":{"calls":100,"serverCpuMicrosEach":1000},"own":{"calls":50,"serverCpuMicrosEach":1040}}]}`,
		"put": `{"steps":[{"name":"idle","seconds":2,"databaseCounters":{"Com_select":20}},
			{"name":"srmPrepareToPut","files":100,"seconds":1,"databaseCounters":{"Com_select":210,"Com_insert":300,"Com_commit":100}}]}`,
		"recall": `{"mounts":200}`,
	} {
		if err := os.WriteFile(filepath.Join(d, name+".json"), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func TestKeyFiguresAreTakenFromWhatWasMeasured(t *testing.T) {
	m, err := load(directory(t))
	if err != nil {
		t.Fatal(err)
	}
	text := m.markdown()
	for _, wanted := range []string{
		"| srmPing on a new connection, server CPU, RSA 2048 | StoRM 2026: 5.3 x | <= 0.8 x a bare handshake | 0.75 x a bare handshake | met |",
		"| <= 100 us | 110 us | **missed** |",
		"| server CPU per call, load client over ab -E |  |  | 1.04 x |  |",
		"| mean time of a sequence | StoRM 2007: 40 s, 2026: 17.1 s |  | 2.5 s |  |",
		"| CPU of the whole service per sequence | StoRM 2026: 28 x | <= 3.5 x a handshake | 4 x a handshake | **missed** |",
		"| commands per TURL | StoRM 2026: 4.2 |  | 1 |  |",
		"| srmPrepareToPut: statements | StoRM 2026: 67 per TURL | <= 5.03 | 5 | met |",
		"| 4 frontends over 1 | Huawei: linear | >= 3.6 x | to be measured |  |",
	} {
		if !strings.Contains(text, wanted) {
			t.Errorf("%s is not in\n%s", wanted, text)
		}
	}
}

func TestTheIndexLinksReportsThatAreThere(t *testing.T) {
	d := directory(t)
	index := filepath.Join(d, "index.html")
	missed, err := run(d, filepath.Join(d, "figures.md"), index, true)
	if err != nil || missed != 3 {
		t.Fatal(missed, err)
	}
	page, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	for _, wanted := range []string{`<a href="stress.html">stress</a>`, "A &amp; B", ">missed<", "5 met", "a statement"} {
		if !strings.Contains(string(page), wanted) {
			t.Errorf("%s is not in\n%s", wanted, page)
		}
	}
	if report, err := os.ReadFile(filepath.Join(d, "stress.html")); err != nil || !strings.Contains(string(report), `class="plot">`) {
		t.Error("the report was not drawn", err)
	}
}

func TestAFileThatIsBrokenIsNamed(t *testing.T) {
	d := t.TempDir()
	if err := os.WriteFile(filepath.Join(d, "x.json"), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := load(d); err == nil || !strings.Contains(err.Error(), "x.json") {
		t.Fatal(err)
	}
}

func TestEveryKeyFigureComesFromAScenarioOfTheHouse(t *testing.T) {
	for _, w := range wanted() {
		_, scenario := os.Stat("../scenarios/" + w.from + ".scn")
		_, script := os.Stat("../bench-" + strings.TrimSuffix(w.from, "-p256"))
		if scenario != nil && script != nil {
			t.Errorf("%s: there is no bench %s", w.what, w.from)
		}
	}
}
