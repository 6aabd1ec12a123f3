package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// api is the service as one organisation sees it.
type api struct {
	organisation int
	base, token  string
	client       *http.Client
	lost         int64 // connections
}

func newAPI(address string, trust *x509.CertPool, token string, organisation int) *api {
	return &api{organisation: organisation, base: "https://" + address, token: token, client: &http.Client{
		Timeout: 2 * time.Minute,
		Transport: &http.Transport{
			TLSClientConfig:     &tls.Config{RootCAs: trust, MinVersion: tls.VersionTLS12},
			MaxIdleConnsPerHost: 64, MaxConnsPerHost: 64,
		},
	}}
}

// tries of a call whose connection was lost: as clients do that know their calls may be repeated.
const tries = 3

// call sends a request and reads the answer, which must have one of the codes.
func (a *api) call(ctx context.Context, method, path string, body []byte, codes ...int) ([]byte, error) {
	return a.named(ctx, "", method, path, body, codes...)
}

// named is call with a name by which the service knows a repeated request.
func (a *api) named(ctx context.Context, name, method, path string, body []byte, codes ...int) (text []byte, err error) {
	for try := 0; try < tries; try++ {
		var lost bool
		if text, lost, err = a.once(ctx, name, method, path, body, codes); err == nil || !lost || ctx.Err() != nil {
			return text, err
		}
		atomic.AddInt64(&a.lost, 1)
	}
	return text, err
}

// once also tells whether the connection was lost.
func (a *api) once(ctx context.Context, name, method, path string, body []byte, codes []int) ([]byte, bool, error) {
	request, err := http.NewRequestWithContext(ctx, method, a.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, false, err
	}
	request.Header.Set("Authorization", "Bearer "+a.token)
	request.Header.Set("Content-Type", "application/json")
	if name != "" {
		request.Header.Set("Idempotency-Key", name)
	}
	response, err := a.client.Do(request)
	if err != nil {
		return nil, true, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, true, err
	}
	for _, code := range codes {
		if response.StatusCode == code {
			return text, false, nil
		}
	}
	return nil, false, fmt.Errorf("%s %s: %s %.300s", method, path, response.Status, text)
}

type wanted struct {
	Path         string `json:"path"`
	DiskLifetime string `json:"diskLifetime"`
}

// stage asks for files, and gives the identifier of the request. The same name is the same request.
func (a *api) stage(ctx context.Context, name string, paths []string) (string, error) {
	files := make([]wanted, len(paths))
	for i, path := range paths {
		files[i] = wanted{path, "PT12H"}
	}
	body, err := json.Marshal(map[string]any{"files": files})
	if err != nil {
		return "", err
	}
	text, err := a.named(ctx, name, http.MethodPost, "/api/v1/stage", body, http.StatusCreated)
	if err != nil {
		return "", err
	}
	var made struct{ RequestID string }
	return made.RequestID, unmarshal(text, &made, &made.RequestID)
}

// status tells how many files of a request there are, and how many are COMPLETED.
func (a *api) status(ctx context.Context, id string) (all, completed int, err error) {
	text, err := a.call(ctx, http.MethodGet, "/api/v1/stage/"+id, nil, http.StatusOK)
	if err != nil {
		return 0, 0, err
	}
	var told struct {
		ID    string
		Files []struct{ State, Error string }
	}
	if err := unmarshal(text, &told, &told.ID); err != nil {
		return 0, 0, err
	}
	for _, file := range told.Files {
		switch file.State {
		case "COMPLETED":
			completed++
		case "FAILED", "CANCELLED":
			return 0, 0, fmt.Errorf("a file of %s is %s: %s", id, file.State, file.Error)
		}
	}
	return len(told.Files), completed, nil
}

// unmarshal reads an answer, in which something must be named.
func unmarshal(text []byte, into any, named *string) error {
	if err := json.Unmarshal(text, into); err != nil {
		return err
	}
	if *named == "" {
		return fmt.Errorf("no identifier in %.200s", text)
	}
	return nil
}

// archiveInfo asks where files are; each must be answered.
func (a *api) archiveInfo(ctx context.Context, paths []string) error {
	body, err := json.Marshal(map[string][]string{"paths": paths})
	if err != nil {
		return err
	}
	text, err := a.call(ctx, http.MethodPost, "/api/v1/archiveinfo", body, http.StatusOK)
	if err != nil {
		return err
	}
	var told []struct{ Locality string }
	if err := json.Unmarshal(text, &told); err != nil {
		return err
	}
	if len(told) != len(paths) {
		return fmt.Errorf("%d of %d paths were answered", len(told), len(paths))
	}
	for _, one := range told {
		if one.Locality == "" {
			return fmt.Errorf("a path has no locality: %.300s", text)
		}
	}
	return nil
}

// end releases, cancels or deletes; paths may be none.
func (a *api) end(ctx context.Context, method, path string, paths ...string) error {
	body, err := json.Marshal(map[string][]string{"paths": paths})
	if err != nil {
		return err
	}
	_, err = a.call(ctx, method, "/api/v1"+path, body, http.StatusOK)
	return err
}
