// Package apart is groups of clients in processes of their own: a crowd of clients keeps its process busy, and
// whoever measures in the same process measures how long he waits for his turn in it.
//
// Both sides talk in JSON over the standard streams of the new process: it is told a Job and answers when its clients
// are ready, is told to begin and answers with what they came to, is told to tidy up and answers how many could not.
// It ends when nothing is left to be told.
package apart

import (
	"bora/loadtests/client"
	"bora/loadtests/load"
	"bora/loadtests/scenario"
	"fmt"
	"path/filepath"
)

// Job is what the clients of one process do at one value of the axis.
type Job struct {
	Scenario     scenario.Scenario // with those groups only that are of this process
	Value        int
	Connection   scenario.Connection
	Endpoint     string
	Doors        []string // instead of the endpoint, in turn
	Directory    string   // SURL
	Proxies      string   // directory of them, by user
	Certificates string
}

// What is said to the process.
const (
	begin = "begin"
	stop  = "stop" // what was begun: not the process
	tidy  = "tidy"
)

// said is an answer.
type said struct {
	Problem  string `json:",omitempty"`
	Figures  load.Figures
	Untidied int
}

func (j Job) site() (load.Site, error) {
	site := load.Site{Servers: map[string]*client.Server{}, Directory: j.Directory}
	trust, err := client.LoadTrust(j.Certificates)
	if err != nil {
		return site, err
	}
	for _, group := range j.Scenario.Groups {
		for _, name := range group.Users {
			if site.Servers[name] != nil {
				continue
			}
			user, err := client.LoadCredential(filepath.Join(j.Proxies, name))
			if err != nil {
				return site, fmt.Errorf("group %s: %w", group.Name, err)
			}
			server, err := client.NewServer(j.Endpoint, user, trust, group.Patience)
			if err != nil {
				return site, err
			}
			if len(j.Doors) > 0 {
				server = server.Through(j.Doors)
			}
			site.Servers[name] = server
		}
	}
	return site, nil
}
