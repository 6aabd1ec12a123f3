package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// sum is several experiments as one: the rounds of one command, each with a seed and a site of its own.
func sum(files []string, to string, out io.Writer) error {
	all := figures{Faults: map[string]int{}, Repeated: map[string]int{}, Commands: map[string]int{}}
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var one figures
		if err := json.Unmarshal(text, &one); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if i == 0 {
			all.Seed = one.Seed
		}
		all.add(one)
	}
	fmt.Fprintf(out, "%d rounds together, the first of them with ", len(files))
	if err := all.write(to, out); err != nil {
		return err
	}
	if all.Broken > 0 || len(all.FailedFaults) > 0 {
		return errBroken
	}
	return nil
}

func (f *figures) add(one figures) {
	f.Seconds += one.Seconds
	f.Clients = one.Clients
	f.Calls += one.Calls
	f.Stored += one.Stored
	f.Removed += one.Removed
	f.Unknown += one.Unknown
	f.Broken += one.Broken
	f.Lives += one.Lives
	for name, n := range one.Faults {
		f.Faults[name] += n
	}
	for name, n := range one.Repeated {
		f.Repeated[name] += n
	}
	for name, n := range one.Commands {
		f.Commands[name] += n
	}
	seed := fmt.Sprintf("seed %d: ", one.Seed)
	if one.WorstCall > f.WorstCall {
		f.WorstCall, f.WorstCallIs = one.WorstCall, seed+one.WorstCallIs
	}
	if one.WorstDo > f.WorstDo {
		f.WorstDo, f.WorstDoIs = one.WorstDo, seed+one.WorstDoIs
	}
	for _, breach := range one.Breaches {
		f.Breaches = append(f.Breaches, seed+breach)
	}
	f.FailedFaults = append(f.FailedFaults, one.FailedFaults...)
}
