package main

import (
	"fmt"
	"strconv"
	"strings"

	"bora/loadtests/mariadb"
)

// asked: no name is busy, and nothing was done twice. A put keeps the name that it was prepared with, also where the file was renamed.
func (r *run) asked(database *mariadb.Client, area string, _ map[string]onDisk) ([]string, error) {
	rows, err := database.Query("SELECT path, SUM(active_key IS NOT NULL), SUM(state = 'STORED'), COUNT(*) FROM " + r.schema +
		".put_file WHERE area = '" + area + "' AND path LIKE '" + r.directory + "/%' GROUP BY path")
	if err != nil {
		return nil, err
	}
	var told []string
	asked := map[string]bool{}
	for _, row := range rows {
		name := area + "/" + row[0]
		done, err := strconv.Atoi(row[2])
		if err != nil {
			return nil, err
		}
		all, err := strconv.Atoi(row[3])
		if err != nil {
			return nil, err
		}
		asked[name] = true
		if row[1] != "0" {
			told = append(told, name+" is busy")
		}
		if !strings.Contains(name, uploadsName) { // parts are put by the door
			told = append(told, r.journal.puts[name].judge(name, done, all)...)
		}
	}
	for name, t := range r.journal.puts {
		if areaOf(name) == area && t.done > 0 && !asked[name] {
			told = append(told, name+" was acknowledged and is in no request")
		}
	}
	return told, nil
}

// judge compares with how often a name was prepared and stored according to the database.
func (t tally) judge(name string, done, all int) []string {
	var told []string
	if t.prepared == 0 {
		return []string{name + " was never asked for, and is in a request"}
	}
	if done < t.done || done > t.done+t.maybe {
		told = append(told, fmt.Sprintf("%s was stored %d times; acknowledged were %d, and %d are unknown", name, done, t.done, t.maybe))
	}
	if all != t.prepared && !t.again {
		told = append(told, fmt.Sprintf("%s was asked for %d times and prepared %d times", name, t.prepared, all))
	}
	return told
}

// books: a row for each file, a file for each row, of the same size, on disk or not.
func (r *run) books(database *mariadb.Client, area string, files map[string]onDisk) ([]string, error) {
	rows, err := database.Query("SELECT path, size, on_disk FROM " + r.schema + ".stored_file WHERE area = '" + area + "'")
	if err != nil {
		return nil, err
	}
	var told []string
	entered := map[string]bool{}
	for _, row := range rows {
		name := area + "/" + row[0]
		size, err := strconv.ParseInt(row[1], 10, 64)
		if err != nil {
			return nil, err
		}
		there, exists := files[row[0]]
		switch {
		case entered[row[0]]:
			told = append(told, name+" is in the books twice")
		case !exists:
			told = append(told, name+" is in the books and not on disk")
		case there.size != size:
			told = append(told, fmt.Sprintf("%s has %d bytes in the books and %d on disk", name, size, there.size))
		case there.stub == (row[2] == "1"):
			told = append(told, fmt.Sprintf("%s is on disk according to the books: %s; it is a stub: %t", name, row[2], there.stub))
		}
		entered[row[0]] = true
	}
	for name := range files {
		if !entered[name] {
			told = append(told, area+"/"+name+" is on disk and not in the books")
		}
	}
	return told, nil
}

// shares: counters are the sums of what they count, and nothing is promised any more.
func (r *run) shares(database *mariadb.Client, area string, _ map[string]onDisk) ([]string, error) {
	rows, err := database.Query("SELECT HEX(s.space_id), s.share, s.used, s.files, s.promised," +
		" (SELECT COALESCE(SUM(f.size), 0) FROM " + r.schema + ".stored_file f WHERE f.space_id = s.space_id AND f.share = s.share AND f.on_disk)," +
		" (SELECT COUNT(*) FROM " + r.schema + ".stored_file f WHERE f.space_id = s.space_id AND f.share = s.share)" +
		" FROM " + r.schema + ".space_share s JOIN " + r.schema + ".space p ON p.id = s.space_id WHERE p.area = '" + area + "'")
	if err != nil {
		return nil, err
	}
	var told []string
	for _, row := range rows {
		if row[2] != row[5] || row[3] != row[6] || row[4] != "0" {
			told = append(told, fmt.Sprintf("share %s of space %s of %s counts %s bytes in %s files and %s promised; files have %s bytes in %s",
				row[1], row[0], area, row[2], row[3], row[4], row[5], row[6]))
		}
	}
	return told, nil
}

// notOnTape: every file of an area on tape gets there, its copies leave only with it, and no alarm says otherwise.
func (r *run) notOnTape(database *mariadb.Client, area string, _ map[string]onDisk) ([]string, error) {
	if !in(r.tapes, area) {
		return nil, nil
	}
	var told []string
	for _, question := range []struct{ what, sql string }{
		{"is not on tape", "SELECT f.path FROM " + r.schema + ".stored_file f LEFT JOIN " + r.schema +
			".tape_copy c ON c.file_id = f.id WHERE f.area = '" + area + "' AND (c.file_id IS NULL OR NOT f.on_tape)"},
		{"vanished, though it was not removed: its copy is held", "SELECT path FROM " + r.schema + ".tape_removal WHERE held AND area = '" + area + "'"},
		{"is still wanted from tape", "SELECT path FROM " + r.schema + ".tape_recall WHERE area = '" + area + "'"},
	} {
		rows, err := database.Query(question.sql)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			told = append(told, area+"/"+row[0]+" "+question.what)
		}
	}
	rows, err := database.Query("SELECT text FROM " + r.schema + ".tape_alarm")
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		told = append(told, "an alarm: "+row[0])
	}
	return told, nil
}
