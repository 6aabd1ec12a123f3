package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/mariadb"
)

const (
	directories = 100   // that the puts write to
	part        = 20000 // rows of one statement
)

// the names that all of it has, below the area
const below = "many-requests"

// fill makes one put and one get by calls, and copies their rows with names and tokens of their own.
func fill(ctx context.Context, o options, c *client.Connection, db *mariadb.Client) error {
	surl := "srm://" + o.endpoint + o.root + "/" + below
	sample, err := samples(c, surl)
	if err != nil {
		return err
	}
	if err := sample.hiddenFiles(o.ending); err != nil {
		return err
	}
	begin := time.Now()
	half := o.requests / 2
	for _, copied := range []struct {
		table, of string
		first     int
		changed   map[string]string
	}{
		{"request", "id = " + binary(sample.put), 0, map[string]string{"id": token("n")}},
		{"request", "id = " + binary(sample.get), half, map[string]string{"id": token("n")}},
		{"put_file", "request_id = " + binary(sample.put), 0, map[string]string{"request_id": token("n"), "upload_id": upload("n"),
			"surl": named(surl), "path": named(below),
			"name_key": "UNHEX(SHA2(CONCAT(t.area, CHAR(0), " + named(below) + "), 256))", "parent_key": "UNHEX(SHA2(CONCAT(t.area, CHAR(0), " + directory(below) + "), 256))"}},
		{"pin", "request_id = " + binary(sample.get), half, map[string]string{"request_id": token("n"), "surl": named(surl), "name_key": "UNHEX(SHA2(n, 256))"}},
	} {
		if err := multiply(ctx, db, copied.table, copied.of, copied.first, half, copied.changed); err != nil {
			return fmt.Errorf("%s: %w", copied.table, err)
		}
	}
	for _, table := range []string{"request", "put_file", "pin"} {
		if _, err := db.Ask("ANALYZE TABLE " + table); err != nil {
			return err
		}
	}
	fmt.Printf("%d live requests made in %.0f s\n", o.requests, time.Since(begin).Seconds())
	return nil
}

// multiply copies a row, with what has to be of each one's own.
func multiply(ctx context.Context, db *mariadb.Client, table, of string, first, count int, changed map[string]string) error {
	rows, err := db.Ask("SELECT column_name FROM information_schema.columns WHERE table_schema = 'bora' AND table_name = '" + table +
		"' AND extra NOT LIKE '%GENERATED%' ORDER BY ordinal_position")
	if err != nil {
		return err
	}
	var names, values []string
	for _, row := range rows {
		names = append(names, row[0])
		if value, own := changed[row[0]]; own {
			values = append(values, value)
		} else {
			values = append(values, "t."+row[0])
		}
	}
	// apart, for a server that reads what it inserts into keeps the answer in a temporary table
	if _, err := db.Ask("CREATE OR REPLACE TABLE bench_row AS SELECT * FROM " + table + " WHERE " + of); err != nil {
		return err
	}
	defer db.Ask("DROP TABLE bench_row")
	for from := first; from < first+count && ctx.Err() == nil; from += part {
		to := from + part
		if to > first+count {
			to = first + count
		}
		insert := fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM bench_row t JOIN (SELECT seq AS n FROM seq_%d_to_%d) s",
			table, strings.Join(names, ", "), strings.Join(values, ", "), from, to-1)
		if _, err := db.Ask(insert); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// token is the id of request n: a UUIDv7 of long ago, so that a real one is never among them.
func token(n string) string {
	return "UNHEX(CONCAT('0190000000', LPAD(HEX(" + n + " DIV 65536), 2, '0'), '7', SUBSTR(MD5(" + n + "), 1, 3), '8', SUBSTR(MD5(" + n + "), 4, 15)))"
}

func upload(n string) string { return "UNHEX(MD5(CONCAT('upload', " + n + ")))" }

func directory(prefix string) string {
	return fmt.Sprintf("CONCAT('%s/d', n %% %d)", prefix, directories)
}

func named(prefix string) string {
	return fmt.Sprintf("CONCAT('%s/d', n %% %d, '/f', n)", prefix, directories)
}

func binary(token string) string { return "UNHEX('" + strings.ReplaceAll(token, "-", "") + "')" }

// sample is the token of a real put and of a real get, and where their directory is on this machine.
type sample struct {
	put, get, disk string
}

func samples(c *client.Connection, surl string) (*sample, error) {
	if _, err := c.Mkdir(surl); err != nil {
		return nil, err
	}
	put, err := c.AskPut(surl+"/put", 0)
	if err != nil || put.Turl == "" {
		return nil, fmt.Errorf("no put: %v %s", err, put.Why)
	}
	read, err := c.AskPut(surl+"/get", 0)
	if err != nil || read.Turl == "" {
		return nil, fmt.Errorf("no put: %v %s", err, read.Why)
	}
	if done, err := c.AskPutDone(read.Token, surl+"/get"); err != nil || done.Code != "SRM_SUCCESS" {
		return nil, fmt.Errorf("no file: %v %s", err, done.Why)
	}
	get, err := c.AskGet(surl + "/get")
	if err != nil || get.Turl == "" {
		return nil, fmt.Errorf("no get: %v %s", err, get.Why)
	}
	turl, err := url.Parse(put.Turl)
	if err != nil {
		return nil, err
	}
	return &sample{put: put.Token, get: get.Token, disk: path.Dir(path.Clean(turl.Path))}, nil
}

// hiddenFiles are what clients would have begun to write, of the puts that will end: the others are never looked at.
func (s *sample) hiddenFiles(ending int) error {
	for d := 0; d < directories; d++ {
		if err := os.MkdirAll(filepath.Join(s.disk, fmt.Sprintf("d%d", d)), 0o755); err != nil {
			return err
		}
	}
	for n := 0; n < ending; n++ {
		file := filepath.Join(s.disk, fmt.Sprintf("d%d", n%directories), ".bora-put-"+uploadOf(n))
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			return err
		}
	}
	return nil
}
