package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"bora/loadtests/mariadb"
)

const (
	again = 500 * time.Millisecond
	// for pools and caches that were not full when it began
	roomForPools = 120
	hidden       = ".bora-"
)

// check compares what was acknowledged with what is there. What Bora tidies up by itself has until
// its deadlines and graces are over.
func (r *run) check(ctx context.Context) {
	r.checkFiles()
	end := time.Now().Add(r.settle)
	var left []string
	for {
		found, err := r.leftBehind()
		if err != nil {
			found = []string{"it cannot be found out: " + err.Error()}
		}
		left = found
		if len(left) == 0 || time.Now().After(end) || ctx.Err() != nil {
			break
		}
		time.Sleep(again)
	}
	for _, what := range left {
		r.breach("%s after %s: %s", "left behind", r.settle, what)
	}
	r.checked = append(r.checked, "left behind")
	after, err := holdings(r.processes)
	if err != nil {
		r.breach("a process is gone that should live: %v", err)
		return
	}
	for _, leak := range leaks(r.before, after, roomForPools) {
		r.breach("leak: %s", leak)
	}
}

// checkFiles: every acknowledged put is there with its checksum, what was removed is not.
func (r *run) checkFiles() {
	for _, e := range r.journal.entries {
		switch e.Fate {
		case stored:
			if trouble := differs(r.path(e.Name), e); trouble != "" {
				r.breach("lost: %s, which was acknowledged: %s", e.Name, trouble)
			}
		case removed:
			if _, err := os.Lstat(r.path(e.Name)); !os.IsNotExist(err) {
				r.breach("back again: %s, of which the removal was acknowledged (%v)", e.Name, err)
			}
		case unknown: // there, with its bytes, or not
			if _, err := os.Lstat(r.path(e.Name)); err == nil && e.Sum != 0 {
				if trouble := differs(r.path(e.Name), e); trouble != "" {
					r.breach("half: %s was not acknowledged, and is there: %s", e.Name, trouble)
				}
			}
		}
	}
}

// leftBehind is what should not be there once all is quiet.
func (r *run) leftBehind() ([]string, error) {
	database, err := r.connect()
	if err != nil {
		return nil, err
	}
	defer database.Close()
	files, found, err := r.walk()
	if err != nil {
		return nil, err
	}
	for _, part := range []func(*mariadb.Client, map[string]int64) ([]string, error){r.puts, r.books, r.shares} {
		more, err := part(database, files)
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	return found, nil
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

// walk is the files of the area with their sizes, and the hidden ones that are left.
func (r *run) walk() (map[string]int64, []string, error) {
	files := map[string]int64{}
	var left []string
	err := filepath.WalkDir(r.root, func(path string, entry fs.DirEntry, err error) error {
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
		name, err := filepath.Rel(r.root, path)
		if strings.HasPrefix(entry.Name(), hidden) {
			left = append(left, "the hidden file "+name)
		} else {
			files[name] = info.Size()
		}
		return err
	})
	return files, left, err
}

// puts: no name is busy, and nothing was done twice.
func (r *run) puts(database *mariadb.Client, _ map[string]int64) ([]string, error) {
	rows, err := database.Query("SELECT path, SUM(active_key IS NOT NULL), SUM(state = 'STORED'), COUNT(*) FROM " + r.schema +
		".put_file WHERE area = '" + r.area + "' AND path LIKE '" + r.directory + "/%' GROUP BY path")
	if err != nil {
		return nil, err
	}
	var found []string
	asked := map[string]bool{}
	for _, row := range rows {
		name, busy, done, all := row[0], row[1], row[2], row[3]
		asked[name] = true
		e, known := r.journal.entries[name]
		switch {
		case busy != "0":
			found = append(found, name+" is busy")
		case !known:
			found = append(found, name+" was asked for by nobody")
		case done != "0" && done != "1":
			found = append(found, name+" was stored "+done+" times")
		case all != "1" && !e.Again:
			found = append(found, name+" was asked for once and prepared "+all+" times")
		case e.Fate == stored && done != "1":
			found = append(found, name+" was acknowledged and is in no request as stored")
		}
	}
	for name, e := range r.journal.entries {
		if e.Fate == stored && !asked[name] {
			found = append(found, name+" was acknowledged and is in no request")
		}
	}
	return found, nil
}

// books: a row for each file, a file for each row, of the same size.
func (r *run) books(database *mariadb.Client, files map[string]int64) ([]string, error) {
	rows, err := database.Query("SELECT path, size FROM " + r.schema + ".stored_file WHERE area = '" + r.area + "'")
	if err != nil {
		return nil, err
	}
	var found []string
	entered := map[string]bool{}
	for _, row := range rows {
		size, err := strconv.ParseInt(row[1], 10, 64)
		if err != nil {
			return nil, err
		}
		there, exists := files[row[0]]
		switch {
		case entered[row[0]]:
			found = append(found, row[0]+" is in the books twice")
		case !exists:
			found = append(found, row[0]+" is in the books and not on disk")
		case there != size:
			found = append(found, fmt.Sprintf("%s has %d bytes in the books and %d on disk", row[0], size, there))
		}
		entered[row[0]] = true
	}
	for name := range files {
		if !entered[name] {
			found = append(found, name+" is on disk and not in the books")
		}
	}
	return found, nil
}

// shares: counters are the sums of what they count, and nothing is promised any more.
func (r *run) shares(database *mariadb.Client, _ map[string]int64) ([]string, error) {
	rows, err := database.Query("SELECT HEX(s.space_id), s.share, s.used, s.files, s.promised," +
		" (SELECT COALESCE(SUM(f.size), 0) FROM " + r.schema + ".stored_file f WHERE f.space_id = s.space_id AND f.share = s.share AND f.on_disk)," +
		" (SELECT COUNT(*) FROM " + r.schema + ".stored_file f WHERE f.space_id = s.space_id AND f.share = s.share)" +
		" FROM " + r.schema + ".space_share s JOIN " + r.schema + ".space p ON p.id = s.space_id WHERE p.area = '" + r.area + "'")
	if err != nil {
		return nil, err
	}
	var found []string
	for _, row := range rows {
		if row[2] != row[5] || row[3] != row[6] || row[4] != "0" {
			found = append(found, fmt.Sprintf("share %s of space %s counts %s bytes in %s files and %s promised; files have %s bytes in %s",
				row[1], row[0], row[2], row[3], row[4], row[5], row[6]))
		}
	}
	return found, nil
}
