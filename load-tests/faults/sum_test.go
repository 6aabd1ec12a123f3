package main

import (
	"errors"
	"io"
	"path/filepath"
	"testing"
)

func TestRoundsAddUpAndOneBrokenPromiseIsNotForgotten(t *testing.T) {
	directory := t.TempDir()
	var files []string
	for i, one := range []figures{
		{Seed: 1, Calls: 10, Faults: map[string]int{"a": 1}, WorstCall: 2, WorstCallIs: "srmLs"},
		{Seed: 2, Calls: 20, Faults: map[string]int{"a": 2, "b": 1}, WorstCall: 1, Broken: 1, Breaches: []string{"lost"}},
	} {
		file := filepath.Join(directory, string(rune('a'+i)))
		if err := one.write(file, io.Discard); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	all := filepath.Join(directory, "all")
	if err := sum(files[:1], all, io.Discard); err != nil {
		t.Fatal(err)
	}
	if err := sum(files, all, io.Discard); !errors.Is(err, errBroken) {
		t.Fatalf("%v", err)
	}
	f := figures{Faults: map[string]int{}, Repeated: map[string]int{}}
	f.add(figures{Seed: 1, WorstCall: 2, WorstCallIs: "srmLs", Calls: 10, Faults: map[string]int{"a": 1}})
	f.add(figures{Seed: 2, WorstCall: 1, Calls: 20, Faults: map[string]int{"a": 2}})
	if f.Calls != 30 || f.Faults["a"] != 3 || f.WorstCall != 2 || f.WorstCallIs != "seed 1: srmLs" {
		t.Fatalf("%+v", f)
	}
}
