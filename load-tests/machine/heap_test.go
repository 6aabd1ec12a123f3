package machine

import (
	"encoding/binary"
	"testing"
)

func entry(name string, kind byte, value int64) []byte {
	padded := append([]byte(name), 0)
	for (entryHeader+len(padded))%8 != 0 {
		padded = append(padded, 0)
	}
	e := make([]byte, entryHeader)
	binary.LittleEndian.PutUint32(e, uint32(entryHeader+len(padded)+8))
	binary.LittleEndian.PutUint32(e[4:], entryHeader)
	e[12] = kind
	binary.LittleEndian.PutUint32(e[16:], uint32(entryHeader+len(padded)))
	e = append(e, padded...)
	return binary.LittleEndian.AppendUint64(e, uint64(value))
}

func counters(entries ...[]byte) []byte {
	text := make([]byte, 32)
	binary.BigEndian.PutUint32(text, magic)
	text[inOrder] = 1
	binary.LittleEndian.PutUint32(text[firstEntry:], 32)
	for _, e := range entries {
		text = append(text, e...)
	}
	return append(text, make([]byte, 64)...) // the file has room for more
}

func TestTheSpacesOfAllGenerationsAreAddedUp(t *testing.T) {
	text := counters(entry("sun.gc.generation.0.space.0.used", aLong, 100), entry("sun.gc.generation.0.space.0.capacity", aLong, 1000),
		entry("sun.gc.generation.1.space.0.used", aLong, 20), entry("sun.gc.metaspace.used", aLong, 7), entry("sun.gc.generation.1.space.1.used", 'B', 3))
	if got, err := parseHeap(text); got != 120 || err != nil {
		t.Fatal(got, err)
	}
}

func TestWhatIsNoFileOfCountersIsSaid(t *testing.T) {
	whole := counters(entry("sun.gc.generation.0.space.0.used", aLong, 100))
	for _, text := range [][]byte{nil, []byte("something else that is long enough"), counters(), counters(entry("java.threads.live", aLong, 1)), whole[:40]} {
		if got, err := parseHeap(text); err == nil {
			t.Errorf("%d bytes: %d", len(text), got)
		}
	}
	if _, err := Heap(1 << 30); err == nil {
		t.Error("a process that is not there has a heap")
	}
}
