// Package report writes a run as one HTML page that needs nothing from outside.
package report

import (
	"fmt"
	"html/template"
	"strings"

	"bora/loadtests/plot"
	"bora/loadtests/result"
)

// section is the points with one kind of connection.
type section struct {
	Connection string
	Processes  []string
	Plots      []template.HTML
	Points     []result.Point
}

type page struct {
	Run      *result.Run
	Sections []section
	Held     []template.HTML
	Commands int
	Missed   int
}

// HTML is the page.
func HTML(run *result.Run) (string, error) {
	p := page{Run: run, Commands: run.InSequence}
	for _, v := range run.Verdicts {
		if !v.Met {
			p.Missed++
		}
	}
	for _, connection := range []string{"new", "kept"} {
		s := section{Connection: connection}
		for _, point := range run.Points {
			if point.Connection == connection {
				s.Points = append(s.Points, point)
			}
		}
		if len(s.Points) == 0 {
			continue
		}
		drawn := plots{run, s.Points, run.InSequence}
		s.Processes = drawn.processes()
		for _, picture := range drawn.all() {
			s.Plots = append(s.Plots, picture.HTML())
		}
		p.Sections = append(p.Sections, s)
	}
	for _, picture := range held(run) {
		p.Held = append(p.Held, picture.HTML())
	}
	var out strings.Builder
	err := layout.Execute(&out, p)
	return out.String(), err
}

var layout = template.Must(template.New("page").Funcs(template.FuncMap{
	"style":   func() template.CSS { return plot.Style },
	"script":  func() template.JS { return plot.Script },
	"seconds": func(v float64) string { return fmt.Sprintf("%.3f", v) },
	"one":     func(v float64) string { return fmt.Sprintf("%.1f", v) },
	"short":   func(v float64) string { return fmt.Sprintf("%.3g", v) },
	"add":     func(a, b int64) int64 { return a + b },
	"micro":   func(v float64) string { return fmt.Sprintf("%.0f", v*1e6) },
	"each": func(p result.Point, process string) string {
		if p.Commands == 0 {
			return "-"
		}
		return fmt.Sprintf("%.0f", 1e6*p.CPU[process]/float64(p.Commands))
	},
	"over": func(p result.Point, process string) string {
		if p.Commands == 0 || p.Reference == nil || p.Reference.ServerCPU == 0 {
			return "-"
		}
		return fmt.Sprintf("%.2f", p.CPU[process]/float64(p.Commands)/p.Reference.ServerCPU)
	},
	"sequence": func(p result.Point, kind string) string {
		cpu := p.CPUOf(kind)
		switch kind {
		case "service":
			cpu = p.Service()
		case "bora":
			cpu = p.Front()
		}
		done := p.Total().Done
		if done == 0 || p.Reference == nil || p.Reference.ServerCPU == 0 {
			return "-"
		}
		return fmt.Sprintf("%.2f", cpu/float64(done)/p.Reference.ServerCPU)
	},
	"metric": func(p result.Point, name string) string {
		v, known := p.Metrics[name]
		switch {
		case !known:
			return "-"
		case v >= 100:
			return fmt.Sprintf("%.0f", v)
		}
		return fmt.Sprintf("%.3g", v)
	},
	"where": func(connection string) string {
		if connection == "new" {
			return "A new GSI connection for every command"
		}
		return "One kept connection per client"
	},
}).Parse(source))

const source = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{{.Run.Scenario}}: {{.Run.Title}}</title>
<meta name="viewport" content="width=device-width">
<style>
{{style}}</style></head><body>
<h1>{{.Run.Title}}</h1>
<p>Scenario <b>{{.Run.Scenario}}</b> against {{.Run.Endpoint}}, {{.Run.Started.Format "2006-01-02 15:04:05"}} UTC, {{one .Run.Seconds}} s.
Client and service on one machine: {{.Run.Machine.CPUs}} CPUs, {{.Run.Machine.Model}}, Linux {{.Run.Machine.Kernel}}, load before {{.Run.Machine.Load}}.
Host key {{.Run.HostKey}}. {{if .Run.WarmUp}}Warmed up for {{one .Run.WarmUp}} s{{if .Run.Warm}}, until commands became no cheaper{{else}}; <b>commands were still becoming cheaper</b>{{end}}.{{end}}
{{if .Run.Openssl}}Bare handshakes: <code>{{.Run.Openssl}}</code>, one process for each CPU, just before and just after each value.{{end}}</p>
{{if .Run.Overrides}}<p class="warn">Not the scenario as it is written: {{range .Run.Overrides}}<code>{{.}}</code> {{end}}</p>{{end}}
{{if .Run.Incomplete}}<p class="warn bad">Not complete: {{.Run.Incomplete}}</p>{{end}}
{{range .Run.Warnings}}<p class="warn">{{.}}</p>{{end}}
{{range .Run.Points}}{{$p := .}}{{range .Warnings}}<p class="warn">{{$p.Value}}, {{$p.Connection}}: {{.}}</p>{{end}}{{end}}
{{if .Run.Verdicts}}<h2>What was expected</h2>
<p>{{if .Missed}}<span class="bad">{{.Missed}} not met</span>{{else}}All met{{end}}</p>
<table><tr><th class="l">expected</th><th>{{.Run.Axis}}</th><th>connection</th><th>found</th><th class="l"></th></tr>
{{range .Run.Verdicts}}<tr><td class="l">{{.Expected}}</td><td>{{.Value}}</td><td>{{.Connection}}</td><td>{{if .Known}}{{short .Found}}{{else}}-{{end}}</td>
<td class="l">{{if .Met}}<span class="good">met</span>{{else if .Known}}<span class="bad">missed</span>{{else}}<span class="bad">not measured</span>{{end}}</td></tr>
{{end}}</table>{{end}}
{{$run := .Run}}{{$commands := .Commands}}
{{range .Sections}}
<h2>{{where .Connection}}</h2>
<div class="plots">{{range .Plots}}{{if .}}<div>{{.}}</div>{{end}}{{end}}</div>
<div class="wide"><table><tr><th>{{$run.Axis}}</th><th>seconds</th><th>commands</th><th>done</th><th>refused</th><th>failed</th><th>unforeseen</th><th>cut</th><th>done/s</th>
<th>mean s</th><th>p50 s</th><th>p99 s</th><th>max s</th><th>server us per command</th><th>x handsh.</th><th>bare handsh. us</th><th>bare handsh./s</th></tr>
{{range .Points}}{{$all := .Total}}<tr><td>{{.Value}}</td><td>{{one .Seconds}}</td><td>{{.Commands}}</td><td>{{$all.Done}}</td><td>{{$all.Refused}}</td><td>{{$all.Failed}}</td>
<td>{{$all.Unforeseen}}</td><td>{{$all.Cut}}</td><td>{{one .Goodput}}</td><td>{{seconds $all.Times.Mean}}</td><td>{{seconds $all.Times.P50}}</td><td>{{seconds $all.Times.P99}}</td>
<td>{{seconds $all.Times.Max}}</td><td>{{metric . "server-us"}}</td><td>{{metric . "server-over-handshake"}}</td>
{{with .Reference}}<td>{{micro .ServerCPU}}</td><td>{{one .PerSecond}}</td>{{else}}<td>-</td><td>-</td>{{end}}</tr>
{{end}}</table></div>
<h3>CPU per command</h3>
<p>Microseconds by process, and the same over the server's CPU of a bare OpenSSL handshake with the same keys in the same run:</p>
<div class="wide"><table><tr><th>{{$run.Axis}}</th>{{range .Processes}}<th class="m" colspan="2">{{.}}</th>{{end}}<th class="m" colspan="2">bare handshake, us</th></tr>
<tr><th></th>{{range .Processes}}<th>us</th><th>x handsh.</th>{{end}}<th>server</th><th>client</th></tr>
{{$processes := .Processes}}{{range .Points}}{{$p := .}}<tr><td>{{.Value}}</td>{{range $processes}}<td>{{each $p .}}</td><td>{{over $p .}}</td>{{end}}
{{with .Reference}}<td>{{micro .ServerCPU}}</td><td>{{micro .ClientCPU}}</td>{{else}}<td>-</td><td>-</td>{{end}}</tr>
{{end}}</table></div>
{{if (index .Points 0).Reference}}<h3>CPU of a whole sequence, in bare handshakes</h3>
<p>A sequence is {{$commands}} commands. What single steps of it cost cannot be told apart, for they run beside each other; scenarios of one command do that.</p>
<table><tr><th>{{$run.Axis}}</th><th>Bora</th><th>database</th><th>GridFTP</th><th>all of the service</th><th>database's share</th></tr>
{{range .Points}}<tr><td>{{.Value}}</td><td>{{sequence . "bora"}}</td><td>{{sequence . "database"}}</td><td>{{sequence . "gridftp"}}</td><td>{{sequence . "service"}}</td>
<td>{{metric . "database-share"}}</td></tr>
{{end}}</table>{{end}}
{{if (index .Points 0).Held}}<h3>Shares</h3><table><tr><th>{{$run.Axis}}</th><th>share of a core each</th><th>of it used</th><th>rate over the first</th></tr>
{{range .Points}}<tr><td>{{.Value}}</td><td>{{.Held.Share}}</td><td>{{metric . "share-used"}}</td><td>{{metric . "rate-over-first"}}</td></tr>{{end}}</table>{{end}}
<h3>Answers</h3>
<table><tr><th>{{$run.Axis}}</th><th class="l">clients</th><th class="l">answers to commands</th><th class="l">the first of what was not expected</th></tr>
{{range .Points}}{{$p := .}}{{range .Groups}}<tr><td>{{$p.Value}}</td><td class="l">{{.Clients}} {{.Name}}</td>
<td class="l">{{range $name, $n := .Answers}}{{$name}} {{$n}}<br>{{end}}</td><td class="l">{{range .Examples}}{{.}}<br>{{end}}</td></tr>{{end}}{{end}}</table>
{{end}}
{{if .Held}}<h2>What the processes held</h2><div class="plots">{{range .Held}}{{if .}}<div>{{.}}</div>{{end}}{{end}}</div>{{end}}
<h2>How it was measured</h2>
<p>Times are from the beginning of the first command of a sequence, TCP connect and GSI handshake included, to the reply of its last; only of sequences that were done.
Refused is an SRM reply with SRM_INTERNAL_ERROR or SRM_REQUEST_TIMED_OUT; failed is TCP, TLS, a time-out by the client's patience, or no SRM reply.
CPU is user and system time as the kernel counts it; "client" is the load client, "others" whatever else ran on the machine.
A sequence has {{.Commands}} commands where nothing is polled for; the dashed time is clients x {{.Commands}} / rate of bare handshakes.</p>
<pre>{{.Run.Text}}</pre>
<noscript><p class="warn">The browser draws the pictures of this page with JavaScript.</p></noscript>
<script type="module">{{script}}</script>
</body></html>
`
