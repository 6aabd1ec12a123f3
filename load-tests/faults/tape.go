package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"bora/loadtests/mariadb"
)

// block is what describes an object on a volume of the virtual library, and what every object begins at a multiple of.
const block = 4096

// copyOf is where a file's copy on tape lies, as the books have it.
type copyOf struct {
	volume   string
	position int64
	size     int64
}

// copies are those of an area, by name.
func (r *run) copies(database *mariadb.Client, area string) (map[string]copyOf, error) {
	rows, err := database.Query("SELECT f.path, c.volume, c.position, c.size FROM " + r.schema + ".stored_file f JOIN " + r.schema +
		".tape_copy c ON c.file_id = f.id WHERE f.area = '" + area + "'")
	if err != nil {
		return nil, err
	}
	all := map[string]copyOf{}
	for _, row := range rows {
		position, err := strconv.ParseInt(row[2], 10, 64)
		if err != nil {
			return nil, err
		}
		size, err := strconv.ParseInt(row[3], 10, 64)
		if err != nil {
			return nil, err
		}
		all[area+"/"+row[0]] = copyOf{row[1], position, size}
	}
	return all, nil
}

// read takes the bytes from the volume, as they lie there.
func (c copyOf) read(library string) (content, error) {
	volume, err := os.Open(filepath.Join(library, "volumes", c.volume+".tape"))
	if err != nil {
		return content{}, err
	}
	defer volume.Close()
	described := make([]byte, block)
	if _, err := volume.ReadAt(described, c.position); err != nil {
		return content{}, err
	}
	if !bytes.HasPrefix(described, []byte("BORAOBJ1")) || described[16] != 'L' {
		return content{}, fmt.Errorf("%s has no live object at %d: %s", c.volume, c.position, strings.TrimRight(string(described[:40]), "\x00"))
	}
	return sumOf(io.NewSectionReader(volume, c.position+block, c.size))
}
