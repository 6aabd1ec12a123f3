package apart

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"bora/loadtests/load"
)

// Serve is the process: it returns when nothing is left to be told, or the other side has gone.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	words, answers := json.NewDecoder(in), json.NewEncoder(out)
	var job Job
	if err := words.Decode(&job); err != nil {
		return fmt.Errorf("no job: %w", err)
	}
	running, halt := context.WithCancel(ctx)
	defer halt()
	tasks := make(chan string, 1)
	go func() {
		defer close(tasks)
		defer leave()
		for {
			var word string
			if words.Decode(&word) != nil {
				return
			}
			if word == stop {
				halt()
				continue
			}
			select {
			case tasks <- word:
			case <-ctx.Done():
				return
			}
		}
	}()
	clients, err := prepare(running, job)
	if err != nil {
		return answers.Encode(said{Problem: err.Error()})
	}
	if err := answers.Encode(said{}); err != nil {
		return err
	}
	for task := range tasks {
		answer := said{}
		switch task {
		case begin:
			answer.Figures = clients.Run(running)
		case tidy:
			answer.Untidied = clients.Tidy(ctx)
		default:
			answer.Problem = "there is no task " + task
		}
		if err := answers.Encode(answer); err != nil {
			return err
		}
	}
	return nil
}

func prepare(ctx context.Context, job Job) (*load.Load, error) {
	site, err := job.site()
	if err != nil {
		return nil, err
	}
	return load.Prepare(ctx, &job.Scenario, job.Value, job.Connection, site)
}
