package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
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

func TestAPutIsThereAsAWholeAndNothingIsLeftBeside(t *testing.T) {
	directory := t.TempDir()
	put := httptest.NewRequest(http.MethodPut, "/../f", newBody(pattern+1))
	answer := httptest.NewRecorder()
	synced{directory}.ServeHTTP(answer, put)
	entries, err := os.ReadDir(directory)
	if err != nil || answer.Code != http.StatusCreated || len(entries) != 1 || entries[0].Name() != "f" {
		t.Fatalf("%d, %v, %v", answer.Code, entries, err)
	}
	if facts, _ := entries[0].Info(); facts.Size() != pattern+1 {
		t.Fatalf("%d bytes", facts.Size())
	}
}
