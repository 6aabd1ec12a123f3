package main

import (
	"os"
	"strings"

	"bora/loadtests/mariadb"
	"bora/loadtests/result"
)

// counters asks the service's database what it has done; nil when it is not known where that is.
type counters struct{ database *mariadb.Client }

func openCounters(o options) (*counters, error) {
	if o.database == "" {
		return nil, nil
	}
	password, err := os.ReadFile(o.passwordFile)
	if err != nil {
		return nil, err
	}
	database, err := mariadb.Connect(o.database, o.databaseUser, strings.TrimSpace(string(password)))
	if err != nil {
		return nil, err
	}
	return &counters{database}, nil
}

func (c *counters) close() {
	if c != nil {
		c.database.Close()
	}
}

// now is all statements and commits since the database was started.
func (c *counters) now() (*result.Counted, error) {
	if c == nil {
		return nil, nil
	}
	all, err := c.database.Counters()
	if err != nil {
		return nil, err
	}
	return &result.Counted{Statements: all["Com_select"] + all["Com_insert"] + all["Com_update"] + all["Com_delete"], Commits: all["Com_commit"]}, nil
}

func between(before, after *result.Counted) *result.Counted {
	if before == nil || after == nil {
		return nil
	}
	return &result.Counted{Statements: after.Statements - before.Statements, Commits: after.Commits - before.Commits}
}
