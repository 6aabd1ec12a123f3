package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bora/loadtests/mariadb"
)

const (
	again  = 500 * time.Millisecond
	hidden = ".bora-"
)

// check compares what was acknowledged with what is there. What Bora tidies up by itself has until
// its deadlines and graces are over.
func (r *run) check(ctx context.Context) {
	r.abortUploads(ctx)
	left := r.untilNothingIsLeft(ctx)
	for _, what := range left {
		r.breach("left behind after %s: %s", r.settle, what)
	}
	if err := r.checkNames(); err != nil {
		r.breach("the names cannot be compared: %v", err)
	}
	// at rest long enough for a window of its own
	time.Sleep(window)
	for _, leak := range r.lives.leaks() {
		r.breach("%s", leak)
	}
}

func (r *run) untilNothingIsLeft(ctx context.Context) []string {
	end := time.Now().Add(r.settle)
	for {
		left, err := r.leftBehind()
		if err != nil {
			left = []string{"it cannot be found out: " + err.Error()}
		}
		if len(left) == 0 || time.Now().After(end) || ctx.Err() != nil {
			return left
		}
		time.Sleep(again)
	}
}

// checkNames judges every name of the journal.
func (r *run) checkNames() error {
	all, err := r.allCopies()
	if err != nil {
		return err
	}
	seen := map[string]found{}
	for name := range r.journal.entries {
		seen[name] = r.with(all, name, look(r.path(name)))
	}
	for name, e := range r.journal.entries {
		if trouble := judge(e, seen[name]); trouble != "" {
			r.breach("in the end: %s", trouble)
		}
		if e.Twin == "" || e.Twin < name {
			continue // the pair is told once
		}
		if trouble := judgeTwins(e, seen[name], seen[e.Twin]); trouble != "" {
			r.breach("%s", trouble)
		}
	}
	return nil
}

func (r *run) allCopies() (map[string]copyOf, error) {
	all := map[string]copyOf{}
	if len(r.tapes) == 0 {
		return all, nil
	}
	database, err := r.connect()
	if err != nil {
		return nil, err
	}
	defer database.Close()
	for _, area := range r.tapes {
		some, err := r.copies(database, area)
		if err != nil {
			return nil, err
		}
		for name, c := range some {
			all[name] = c
		}
	}
	return all, nil
}

// with is what is on disk and on tape: both must be the same, and a stub without its copy is lost.
func (r *run) with(all map[string]copyOf, name string, f found) found {
	if f.err != nil || f.absent || !in(r.tapes, areaOf(name)) {
		return f
	}
	where, known := all[name]
	if !known {
		f.err = fmt.Errorf("%v without a copy on tape", f)
		return f
	}
	onTape, err := where.read(r.library)
	switch {
	case err != nil:
		f.err = fmt.Errorf("its copy on tape: %w", err)
	case f.stub && f.Size != onTape.Size, !f.stub && f.content != onTape:
		f.err = fmt.Errorf("on disk %v, on tape %v", f, onTape)
	case f.stub:
		f.content = onTape
	}
	return f
}

// leftBehind is what should not be there once all is quiet.
func (r *run) leftBehind() ([]string, error) {
	database, err := r.connect()
	if err != nil {
		return nil, err
	}
	defer database.Close()
	var left []string
	for _, area := range r.areas {
		files, some, err := r.walk(area)
		if err != nil {
			return nil, err
		}
		left = append(left, some...)
		for _, part := range []func(*mariadb.Client, string, map[string]onDisk) ([]string, error){r.asked, r.books, r.shares, r.notOnTape} {
			more, err := part(database, area, files)
			if err != nil {
				return nil, err
			}
			left = append(left, more...)
		}
	}
	return left, nil
}

func (r *run) connect() (*mariadb.Client, error) {
	password := ""
	if r.passwordFile != "" {
		text, err := os.ReadFile(r.passwordFile)
		if err != nil {
			return nil, err
		}
		password = strings.TrimSpace(string(text))
	}
	var last error
	for _, address := range strings.Split(r.database, ",") {
		database, err := mariadb.Connect(address, r.databaseUser, password)
		if err == nil {
			if _, err = database.Query("SELECT COUNT(*) FROM " + r.schema + ".request"); err == nil {
				return database, nil
			}
			database.Close()
		}
		last = err
	}
	return nil, last
}

// onDisk is a file as a walk sees it.
type onDisk struct {
	size int64
	stub bool
}

// walk is the files of an area by their path in it, and the hidden ones that are left.
func (r *run) walk(area string) (map[string]onDisk, []string, error) {
	files, root := map[string]onDisk{}, filepath.Join(r.root, area)
	var left []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil // removed meanwhile
		}
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		info, err := entry.Info()
		if os.IsNotExist(err) {
			return nil
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if strings.Contains(path, uploadsName) {
			left = append(left, "of a multipart upload "+area+"/"+name)
		} else if strings.HasPrefix(entry.Name(), hidden) {
			left = append(left, "the hidden file "+area+"/"+name)
		} else {
			files[name] = onDisk{info.Size(), isStub(path, info)}
		}
		return err
	})
	return files, left, err
}
