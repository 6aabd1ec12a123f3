package main

import (
	"io"
	"testing"
)

func TestABodyIsAsLongAsItSays(t *testing.T) {
	for _, size := range []int{0, 1, pattern, 2*pattern + 7} {
		first, err := io.ReadAll(newBody(size))
		if err != nil || len(first) != size {
			t.Fatalf("%d of %d bytes: %v", len(first), size, err)
		}
	}
}
