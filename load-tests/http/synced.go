package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
)

// synced is what a PUT costs that is to outlast a power cut, and nothing else: it writes, syncs, renames and syncs the directory.
type synced struct{ directory string }

// ServeHTTP stores the body of a PUT.
func (s synced) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPut {
		http.Error(w, "only PUT", http.StatusMethodNotAllowed)
		return
	}
	if err := s.store(filepath.Join(s.directory, filepath.Clean("/"+r.URL.Path)), r.Body); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

func (s synced) store(path string, body io.Reader) error {
	hidden, err := os.CreateTemp(filepath.Dir(path), ".synced-")
	if err != nil {
		return err
	}
	defer os.Remove(hidden.Name()) // where it has not been renamed
	defer hidden.Close()
	if _, err := io.CopyBuffer(struct{ io.Writer }{hidden}, body, make([]byte, 1<<20)); err != nil {
		return err
	}
	if err := hidden.Sync(); err != nil {
		return err
	}
	if err := os.Rename(hidden.Name(), path); err != nil {
		return err
	}
	directory, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer directory.Close()
	return directory.Sync()
}

// serveSynced goes on until it is told to end; it says where it listens.
func serveSynced(ctx context.Context, directory, certificate, key string) error {
	pair, err := tls.LoadX509KeyPair(certificate, key)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	config := &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12, MaxVersion: tls.VersionTLS12}
	go func() {
		<-ctx.Done()
		listener.Close()
	}()
	if err := http.Serve(tls.NewListener(listener, config), synced{directory}); ctx.Err() == nil {
		return err
	}
	return nil
}
