package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"bora/loadtests/report"
)

// finish says what came of it and writes it down.
func (p *player) finish(o options) error {
	p.run.Seconds = time.Since(p.run.Started).Seconds()
	p.run.Samples = p.watch.taken()
	p.run.Verdicts = verdicts(p.scenario, p.run.Points)
	missed := summary(os.Stdout, p.run)
	text, err := json.MarshalIndent(p.run, "", " ")
	if err != nil {
		return err
	}
	if o.json != "" {
		if err := os.WriteFile(o.json, append(text, '\n'), 0o644); err != nil {
			return err
		}
	}
	if o.html != "" {
		page, err := report.HTML(p.run)
		if err != nil {
			return err
		}
		if err := os.WriteFile(o.html, []byte(page), 0o644); err != nil {
			return err
		}
	}
	if p.run.Incomplete != "" {
		return fmt.Errorf("the run is not complete: %s", p.run.Incomplete)
	}
	if missed > 0 {
		return fmt.Errorf("%d expectations were not met", missed)
	}
	return nil
}
