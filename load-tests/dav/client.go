// Package dav speaks HTTP and WebDAV over TLS as grid clients do: files, their checksums, and third-party copies.
// It knows the wire and nothing of the server.
package dav

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"bora/loadtests/client"
)

const mostText = 300

// Client asks one server. Safe for several goroutines.
type Client struct {
	base   string
	token  string
	http   *http.Client
	spoken atomic.Value // of the last answer: version and cipher suite of TLS
}

// Refusal is an answer that is not one of success.
type Refusal struct {
	Status int
	Text   string
}

func (r *Refusal) Error() string { return fmt.Sprintf("status %d: %s", r.Status, r.Text) }

// New is a client of the server at base, https://HOST:PORT.
// Without a credential it shows none, without a token it sends none.
func New(base string, trust *x509.CertPool, user *client.Credential, token string, connections int) *Client {
	return with(&tls.Config{RootCAs: trust}, base, user, token, connections)
}

// Like is New with one version of TLS and one cipher suite of it, so that servers can be compared.
func Like(base string, trust *x509.CertPool, user *client.Credential, connections int, suite uint16) *Client {
	config := &tls.Config{RootCAs: trust, MinVersion: tls.VersionTLS12, MaxVersion: tls.VersionTLS12, CipherSuites: []uint16{suite}}
	return with(config, base, user, "", connections)
}

func with(config *tls.Config, base string, user *client.Credential, token string, connections int) *Client {
	if user != nil {
		config.Certificates = []tls.Certificate{user.Certificate}
	}
	transport := &http.Transport{
		TLSClientConfig:       config,
		MaxIdleConns:          0,
		MaxIdleConnsPerHost:   connections,
		DisableCompression:    true,
		ExpectContinueTimeout: 5 * time.Second,
		ReadBufferSize:        256 << 10,
		WriteBufferSize:       256 << 10,
	}
	return &Client{base: strings.TrimSuffix(base, "/"), token: token, http: &http.Client{Transport: transport}}
}

// Spoken is the version and the cipher suite of TLS of the last answer.
func (c *Client) Spoken() string {
	spoken, _ := c.spoken.Load().(string)
	return spoken
}

// URL of a path.
func (c *Client) URL(path string) string { return c.base + path }

// Leave closes the connections that are idle.
func (c *Client) Leave() { c.http.CloseIdleConnections() }

func (c *Client) send(ctx context.Context, method, path string, body io.Reader, size int64, headers map[string]string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.base+path, body)
	if err != nil {
		return nil, err
	}
	if body != nil {
		request.ContentLength = size
	}
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	for name, value := range headers {
		request.Header[name] = []string{value} // as it is written: xrootd heeds TransferHeader in this spelling alone
	}
	answer, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	if answer.TLS != nil {
		c.spoken.Store(fmt.Sprintf("TLS %#x %s", answer.TLS.Version, tls.CipherSuiteName(answer.TLS.CipherSuite)))
	}
	if answer.StatusCode >= 300 {
		defer answer.Body.Close()
		text, _ := io.ReadAll(io.LimitReader(answer.Body, mostText))
		_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 1<<20))
		return nil, &Refusal{answer.StatusCode, strings.TrimSpace(string(text))}
	}
	return answer, nil
}

// ask is send where nothing but the head of the answer counts.
func (c *Client) ask(ctx context.Context, method, path string, body io.Reader, size int64, headers map[string]string) (http.Header, error) {
	answer, err := c.send(ctx, method, path, body, size, headers)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	return answer.Header, err
}

// Put stores a file.
func (c *Client) Put(ctx context.Context, path string, body io.Reader, size int64) error {
	if size == 0 {
		body = http.NoBody // or the length would be unknown
	}
	_, err := c.ask(ctx, http.MethodPut, path, body, size, nil)
	return err
}

// Get reads a file, or the ranges that the header Range names, into a writer.
func (c *Client) Get(ctx context.Context, path, ranges string, to io.Writer) (int64, error) {
	headers := map[string]string{}
	if ranges != "" {
		headers["Range"] = ranges
	}
	answer, err := c.send(ctx, http.MethodGet, path, nil, 0, headers)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	count, err := io.Copy(to, answer.Body)
	if err == nil && answer.ContentLength >= 0 && count != answer.ContentLength {
		err = fmt.Errorf("%d of %d bytes came", count, answer.ContentLength)
	}
	return count, err
}

// Adler32 is what the server says of a file, eight digits; empty where it says nothing.
func (c *Client) Adler32(ctx context.Context, path string) (string, error) {
	header, err := c.ask(ctx, http.MethodHead, path, nil, 0, map[string]string{"Want-Digest": "adler32"})
	if err != nil {
		return "", err
	}
	for _, digest := range strings.Split(header.Get("Digest"), ",") {
		if name, value, found := strings.Cut(strings.TrimSpace(digest), "="); found && strings.EqualFold(name, "adler32") {
			return fmt.Sprintf("%08s", strings.ToLower(value)), nil
		}
	}
	return "", nil
}

// Delete removes a file, or a directory with all that is in it.
func (c *Client) Delete(ctx context.Context, path string) error {
	_, err := c.ask(ctx, http.MethodDelete, path, nil, 0, nil)
	return err
}

// MakeDirectory makes one; that it is there already is fine.
func (c *Client) MakeDirectory(ctx context.Context, path string) error {
	_, err := c.ask(ctx, "MKCOL", path, nil, 0, nil)
	if refusal, is := err.(*Refusal); is && refusal.Status == http.StatusMethodNotAllowed {
		return nil
	}
	return err
}

// Copied is what a server told of a third-party copy.
type Copied struct {
	Verdict   string // the last line
	Markers   int
	Bytes     int64 // of the last marker
	Addresses int   // most that one marker named: a server with one address counts once, however many streams it serves
}

// Good tells whether the copy is done.
func (c Copied) Good() bool { return strings.HasPrefix(strings.ToLower(c.Verdict), "success") }

// Pull has this server fetch a file from another; token is for the other one.
func (c *Client) Pull(ctx context.Context, path, source, token string, streams int) (Copied, error) {
	return c.copy(ctx, path, "Source", source, token, streams)
}

// Push has this server send a file to another.
func (c *Client) Push(ctx context.Context, path, destination, token string, streams int) (Copied, error) {
	return c.copy(ctx, path, "Destination", destination, token, streams)
}

func (c *Client) copy(ctx context.Context, path, way, other, token string, streams int) (Copied, error) {
	headers := map[string]string{way: other, "X-Number-Of-Streams": strconv.Itoa(streams), "Secure-Redirection": "1", "Copy-Flags": "NoHead", "Credential": "none"}
	if token != "" {
		headers["TransferHeaderAuthorization"] = "Bearer " + token
	}
	answer, err := c.send(ctx, "COPY", path, nil, 0, headers)
	if err != nil {
		return Copied{}, err
	}
	defer answer.Body.Close()
	return Markers(answer.Body)
}

// Markers reads the answer to a third-party copy as gfal2 does: line by line, until a verdict.
func Markers(from io.Reader) (Copied, error) {
	told, lines := Copied{}, bufio.NewScanner(from)
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		name, value, _ := strings.Cut(line, ":")
		switch strings.ToLower(name) {
		case "perf marker":
			told.Markers++
		case "stripe bytes transferred":
			told.Bytes, _ = strconv.ParseInt(strings.TrimSpace(value), 10, 64)
		case "remoteconnections":
			if count := len(strings.Split(value, ",")); count > told.Addresses {
				told.Addresses = count
			}
		}
		if line != "" {
			told.Verdict = line
		}
	}
	if err := lines.Err(); err != nil {
		return told, err
	}
	lower := strings.ToLower(told.Verdict)
	if !strings.HasPrefix(lower, "success") && !strings.HasPrefix(lower, "fail") {
		return told, fmt.Errorf("terminated abruptly after '%s'", told.Verdict)
	}
	return told, nil
}
