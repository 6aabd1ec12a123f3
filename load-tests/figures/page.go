package main

import (
	"html/template"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"bora/loadtests/capacity"
	"bora/loadtests/plot"
	"bora/loadtests/result"
)

// page is the index of all reports of the directory.
func (m *measured) page() (string, error) {
	costs, checks := capacity.Checks(m.runs)
	p := index{Rows: m.rows(), Runs: m.list(), Units: units(costs), Sites: sites(costs, checks)}
	for _, r := range p.Rows {
		switch {
		case !r.HasTarget:
		case r.Found == "":
			p.Open++
		case r.Met:
			p.Met++
		default:
			p.Missed++
		}
	}
	for _, c := range checks {
		p.Checks = append(p.Checks, checked{label(c), beside(1e6*c.Predicted.Server, 1e6*c.Found.Server), beside(1e6*c.Predicted.Database, 1e6*c.Found.Database),
			beside(1e6*c.Predicted.Client, 1e6*c.Found.Client), beside(c.RateOf, c.Rate)})
	}
	if len(p.Runs) > 0 {
		p.Machine = p.Runs[0].Run.Machine
	}
	var out strings.Builder
	err := layout.Execute(&out, p)
	return out.String(), err
}

type index struct {
	Rows              []row
	Met, Missed, Open int
	Runs              []listed
	Machine           result.Machine
	Units             []unit
	Checks            []checked
	Sites             []served
}

type checked struct{ Name, Bora, Database, Client, Rate string }

// listed is one run with its report.
type listed struct {
	Name, Report string
	Run          *result.Run
	Missed       int
	Doubtful     bool
}

func (m *measured) list() []listed {
	var found []listed
	for name, r := range m.runs {
		l := listed{Name: name, Run: r, Doubtful: r.Incomplete != "" || len(r.Warnings) > 0}
		if _, err := os.Stat(filepath.Join(m.directory, name+".html")); err == nil {
			l.Report = name + ".html"
		}
		for _, v := range r.Verdicts {
			if !v.Met {
				l.Missed++
			}
		}
		for _, p := range r.Points {
			l.Doubtful = l.Doubtful || len(p.Warnings) > 0
		}
		found = append(found, l)
	}
	sort.Slice(found, func(i, j int) bool { return found[i].Name < found[j].Name })
	return found
}

var layout = template.Must(template.New("index").Funcs(template.FuncMap{
	"style":   func() template.CSS { return plot.Style },
	"verdict": row.verdict,
}).Parse(source))

const source = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Bora under load</title><meta name="viewport" content="width=device-width"><style>
{{style}}</style></head><body>
<h1>Bora under load</h1>
<p>{{.Machine.CPUs}} CPUs, {{.Machine.Model}}, Linux {{.Machine.Kernel}}; client and service on the same machine.
Targets: <span class="good">{{.Met}} met</span>{{if .Missed}}, <span class="bad">{{.Missed}} missed</span>{{end}}{{if .Open}}, {{.Open}} not measured{{end}}.</p>
<h2>Key figures</h2>
<div class="wide"><table><tr><th class="l">what</th><th class="l">published</th><th>target</th><th>measured</th><th class="l"></th><th class="l">run</th></tr>
{{range .Rows}}<tr><td class="l">{{.What}}</td><td class="l">{{.Published}}</td><td>{{.Target}}</td><td>{{if .Found}}{{.Found}}{{else}}-{{end}}</td>
<td class="l">{{if and .HasTarget .Found}}{{if .Met}}<span class="good">met</span>{{else}}<span class="bad">missed</span>{{end}}{{end}}</td><td class="l">{{.From}}</td></tr>
{{end}}</table></div>
<h2>Reports</h2>
<table><tr><th class="l">run</th><th class="l">what</th><th>begun, UTC</th><th class="l"></th></tr>
{{range .Runs}}<tr><td class="l">{{if .Report}}<a href="{{.Report}}">{{.Name}}</a>{{else}}{{.Name}}{{end}}</td><td class="l">{{.Run.Title}}</td><td>{{.Run.Started.Format "2006-01-02 15:04"}}</td>
<td class="l">{{if .Missed}}<span class="bad">{{.Missed}} not met</span>{{end}}{{if .Doubtful}} has warnings{{end}}</td></tr>
{{end}}</table>
<h2>Capacity model</h2>
<p>Unit costs are learned from single commands of a few clients (ping, ls, status, get, upload; new and kept connections), as microseconds of CPU.</p>
<table><tr><th class="l">of</th><th>in Bora</th><th>in the database</th><th>in the client</th></tr>
{{range .Units}}<tr><td class="l">{{.Name}}</td><td>{{.Bora}}</td><td>{{.Database}}</td><td>{{.Client}}</td></tr>{{end}}</table>
<p>Predicted : measured (their ratio). Runs that costs were learned from are predicted from the others. The rate is that of all cores fully used.</p>
<div class="wide"><table><tr><th class="l">run</th><th>CPU of a sequence: Bora, us</th><th>database, us</th><th>client, us</th><th>sequences/s</th></tr>
{{range .Checks}}<tr><td class="l">{{.Name}}</td><td>{{.Bora}}</td><td>{{.Database}}</td><td>{{.Client}}</td><td>{{.Rate}}</td></tr>
{{end}}</table></div>
{{if .Sites}}<p>What sites serve of the sequence of stress, each process with 4 cores, the database too, 70 % busy:</p>
<table><tr><th>frontends</th><th>backends</th><th>sequences/s</th><th class="l">bound by</th></tr>
{{range .Sites}}<tr><td>{{.Frontends}}</td><td>{{.Backends}}</td><td>{{.Rate}}</td><td class="l">{{.Bound}}</td></tr>{{end}}</table>{{end}}
</body></html>
`
