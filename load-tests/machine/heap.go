package machine

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Heap is the bytes in use on a JVM's heap, garbage included, as its performance counters
// (/tmp/hsperfdata_USER/PID, on by default in HotSpot) had it last. Reading them costs the JVM nothing.
func Heap(pid int) (int64, error) {
	files, err := filepath.Glob(fmt.Sprintf("/tmp/hsperfdata_*/%d", pid))
	if err != nil || len(files) == 0 {
		return 0, fmt.Errorf("process %d has no counters of a JVM", pid)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		return 0, err
	}
	return parseHeap(text)
}

// The layout of the file: a prologue of 32 bytes, then entries.
const (
	magic       = 0xcafec0c0 // big-endian whatever the machine is
	inOrder     = 4          // 1: the rest is little-endian
	firstEntry  = 24
	entryHeader = 20
	aLong       = 'J'
)

// parseHeap adds up sun.gc.generation.N.space.M.used.
func parseHeap(text []byte) (int64, error) {
	if len(text) < firstEntry+4 || binary.BigEndian.Uint32(text) != magic {
		return 0, errors.New("not a file of HotSpot's counters")
	}
	var order binary.ByteOrder = binary.BigEndian
	if text[inOrder] == 1 {
		order = binary.LittleEndian
	}
	sum, found := int64(0), false
	at := int(order.Uint32(text[firstEntry:]))
	for at > 0 && at+entryHeader <= len(text) {
		length, name, data := int(order.Uint32(text[at:])), int(order.Uint32(text[at+4:])), int(order.Uint32(text[at+16:]))
		if length < entryHeader || at+length > len(text) {
			break
		}
		entry := text[at : at+length]
		if entry[12] == aLong && name < data && data+8 <= length && isUsed(entry[name:data]) {
			sum, found = sum+int64(order.Uint64(entry[data:])), true
		}
		at += length
	}
	if !found {
		return 0, errors.New("the counters have none of a heap")
	}
	return sum, nil
}

func isUsed(padded []byte) bool {
	name, _, _ := bytes.Cut(padded, []byte{0})
	text := string(name)
	return strings.HasPrefix(text, "sun.gc.generation.") && strings.Contains(text, ".space.") && strings.HasSuffix(text, ".used")
}

// GreatestHeap is what -Xmx says; 0 when the command line does not.
func GreatestHeap(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil {
		return 0
	}
	found := int64(0)
	for _, word := range strings.Split(string(text), "\x00") {
		var number int64
		var unit string
		if n, _ := fmt.Sscanf(word, "-Xmx%d%1s", &number, &unit); n == 2 {
			found = number << map[string]uint{"k": 10, "m": 20, "g": 30}[strings.ToLower(unit)]
		}
	}
	return found
}
