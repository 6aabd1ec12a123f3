// Command figures makes of all that lies in a directory of figures one table in Markdown (for
// docs/PERFORMANCE.md), one index page, and the reports anew. See ../README.md.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"bora/loadtests/report"
)

func main() {
	directory := flag.String("directory", "target", "where the JSON files of the benches lie")
	markdown := flag.String("markdown", "", "file for the tables; - is standard output")
	index := flag.String("index", "", "file for the index page")
	redraw := flag.Bool("redraw", false, "make the HTML report of each run anew from its figures")
	strict := flag.Bool("strict", false, "exit with 1 when a target was missed")
	flag.Parse()
	missed, err := run(*directory, *markdown, *index, *redraw)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench-report:", err)
		os.Exit(1)
	}
	if *strict && missed > 0 {
		os.Exit(1)
	}
}

func run(directory, markdown, index string, redraw bool) (missed int, err error) {
	m, err := load(directory)
	if err != nil {
		return 0, err
	}
	if redraw {
		if err := m.redraw(); err != nil {
			return 0, err
		}
	}
	if markdown == "-" {
		fmt.Print(m.markdown())
	} else if markdown != "" {
		if err := os.WriteFile(markdown, []byte(m.markdown()), 0o644); err != nil {
			return 0, err
		}
	}
	if index != "" {
		page, err := m.page()
		if err != nil {
			return 0, err
		}
		if err := os.WriteFile(index, []byte(page), 0o644); err != nil {
			return 0, err
		}
	}
	for _, r := range m.rows() {
		if r.HasTarget && r.Found != "" && !r.Met {
			missed++
		}
	}
	return missed, nil
}

func (m *measured) redraw() error {
	for name, r := range m.runs {
		page, err := report.HTML(r)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(m.directory, name+".html"), []byte(page), 0o644); err != nil {
			return err
		}
	}
	return nil
}
