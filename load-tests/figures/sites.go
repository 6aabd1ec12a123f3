package main

import (
	"fmt"

	"bora/loadtests/capacity"
)

// A site of the table is built of machines of that size, busy for that part of the time.
const (
	coresEach = 4
	busyPart  = 0.7
)

// served is what a site serves of the sequence of the stress test.
type served struct {
	Frontends, Backends int
	Rate, Bound         string
}

// sites is empty as long as nothing is known of the stress test or of unit costs.
func sites(costs capacity.Costs, checks []capacity.Check) []served {
	var needs capacity.Needs
	for _, c := range checks {
		if c.Run == "stress" {
			needs = c.Needs
		}
	}
	if needs.Commands == 0 || costs.Front(needs) == 0 {
		return nil
	}
	var found []served
	for _, s := range [][2]int{{1, 1}, {2, 1}, {4, 1}, {4, 2}, {8, 2}, {16, 4}} {
		rate, bound := costs.Rate(needs, capacity.Site{Frontends: s[0], Backends: s[1], FrontendCores: coresEach, BackendCores: coresEach, DatabaseCore: coresEach}, busyPart)
		found = append(found, served{s[0], s[1], fmt.Sprintf("%.0f", rate), bound})
	}
	return found
}
