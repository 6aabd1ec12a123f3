// Package s3 speaks S3 over TLS, signed by Signature Version 4, as its clients do: objects, listings, uploads of parts.
// It knows the wire and nothing of the server.
package s3

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"bora/loadtests/dav"
)

const (
	region   = "us-east-1"
	unsigned = "UNSIGNED-PAYLOAD" // TLS protects the bytes
	mostText = 300

	lifeSeconds    = 600 // of a presigned URL
	expectPatience = time.Minute
)

// Client asks one server for one bucket. Safe for several goroutines.
type Client struct {
	base, bucket, key, secret string
	http                      *http.Client
	presigned                 bool
	sentOn                    *int64
}

// New is a client of the server at base, https://HOST:PORT; the bucket is part of the path.
func New(base, bucket, key, secret string, trust *x509.CertPool, connections int) *Client {
	transport := &http.Transport{
		TLSClientConfig:     &tls.Config{RootCAs: trust, MinVersion: tls.VersionTLS12, MaxVersion: tls.VersionTLS12},
		MaxIdleConnsPerHost: connections,
		DisableCompression:  true,
		ReadBufferSize:      256 << 10,
		WriteBufferSize:     256 << 10,
	}
	return &Client{strings.TrimSuffix(base, "/"), bucket, key, secret, &http.Client{Transport: transport}, false, new(int64)}
}

// Presigned signs in the query from now on and goes where the server sends it: a body waits for the server's word.
func (c *Client) Presigned() {
	c.presigned = true
	c.http.Transport.(*http.Transport).ExpectContinueTimeout = expectPatience
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error {
		atomic.AddInt64(c.sentOn, 1)
		return nil
	}
}

// SentOn is how many requests were sent to another server.
func (c *Client) SentOn() int64 { return atomic.LoadInt64(c.sentOn) }

// Object is one of a listing.
type Object struct {
	Key  string `xml:"Key"`
	Size int64  `xml:"Size"`
	ETag string `xml:"ETag"`
}

// Page of a listing.
type Page struct {
	Objects []Object `xml:"Contents"`
	Next    string   `xml:"NextContinuationToken"`
}

// Upload is a multipart upload that has begun.
type Upload struct {
	Key string `xml:"Key"`
	ID  string `xml:"UploadId"`
}

func sum(key []byte, text string) []byte {
	code := hmac.New(sha256.New, key)
	code.Write([]byte(text))
	return code.Sum(nil)
}

// sign adds the headers of Signature Version 4. Keys of the load clients need no escapes, queries are in their order.
func (c *Client) sign(request *http.Request, now time.Time) {
	stamp := now.UTC().Format("20060102T150405Z")
	request.Header.Set("X-Amz-Date", stamp)
	request.Header.Set("X-Amz-Content-Sha256", unsigned)
	names := "host;x-amz-content-sha256;x-amz-date"
	signature := c.signature(request, stamp, names, "host:"+request.URL.Host, "x-amz-content-sha256:"+unsigned, "x-amz-date:"+stamp)
	request.Header.Set("Authorization", fmt.Sprintf("AWS4-HMAC-SHA256 Credential=%s/%s, SignedHeaders=%s, Signature=%s",
		c.key, scope(stamp), names, signature))
}

// presign adds the same to the query.
func (c *Client) presign(request *http.Request, now time.Time) {
	stamp := now.UTC().Format("20060102T150405Z")
	query := request.URL.Query()
	query.Set("X-Amz-Algorithm", "AWS4-HMAC-SHA256")
	query.Set("X-Amz-Credential", c.key+"/"+scope(stamp))
	query.Set("X-Amz-Date", stamp)
	query.Set("X-Amz-Expires", strconv.Itoa(lifeSeconds))
	query.Set("X-Amz-SignedHeaders", "host")
	request.URL.RawQuery = query.Encode()
	request.URL.RawQuery += "&X-Amz-Signature=" + c.signature(request, stamp, "host", "host:"+request.URL.Host)
	if request.ContentLength > 0 {
		request.Header.Set("Expect", "100-continue")
	}
}

func scope(stamp string) string { return stamp[:8] + "/" + region + "/s3/aws4_request" }

// signature of a request with these headers, in the order of their names.
func (c *Client) signature(request *http.Request, stamp, names string, headers ...string) string {
	query := strings.ReplaceAll(request.URL.Query().Encode(), "+", "%20")
	lines := append([]string{request.Method, request.URL.EscapedPath(), query}, headers...)
	canonical := strings.Join(append(lines, "", names, unsigned), "\n")
	digest := sha256.Sum256([]byte(canonical))
	text := "AWS4-HMAC-SHA256\n" + stamp + "\n" + scope(stamp) + "\n" + hex.EncodeToString(digest[:])
	key := []byte("AWS4" + c.secret)
	for _, part := range []string{stamp[:8], region, "s3", "aws4_request"} {
		key = sum(key, part)
	}
	return hex.EncodeToString(sum(key, text))
}

func (c *Client) send(ctx context.Context, method, key string, query url.Values, body io.Reader, size int64) (*http.Response, error) {
	target := c.base + "/" + c.bucket
	if key != "" {
		target += "/" + key
	}
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	if size == 0 {
		body = http.NoBody
	}
	request, err := http.NewRequestWithContext(ctx, method, target, body)
	if err != nil {
		return nil, err
	}
	request.ContentLength = size
	if c.presigned {
		c.presign(request, time.Now())
	} else {
		c.sign(request, time.Now())
	}
	answer, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode >= 300 {
		defer answer.Body.Close()
		text, _ := io.ReadAll(io.LimitReader(answer.Body, mostText))
		_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 1<<20))
		refusal := &dav.Refusal{Status: answer.StatusCode, Text: strings.TrimSpace(string(text))}
		return nil, fmt.Errorf("%s %s: %w", method, key, refusal)
	}
	return answer, nil
}

// ask is send with a short answer.
func (c *Client) ask(ctx context.Context, method, key string, query url.Values, body io.Reader, size int64) (http.Header, []byte, error) {
	answer, err := c.send(ctx, method, key, query, body, size)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return answer.Header, text, err
}

// Put stores an object.
func (c *Client) Put(ctx context.Context, key string, body io.Reader, size int64) error {
	_, _, err := c.ask(ctx, http.MethodPut, key, nil, body, size)
	return err
}

// Get reads an object into a writer.
func (c *Client) Get(ctx context.Context, key string, to io.Writer) (int64, error) {
	answer, err := c.send(ctx, http.MethodGet, key, nil, nil, 0)
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

// Tag is the ETag of an object; empty where there is none.
func (c *Client) Tag(ctx context.Context, key string) (string, error) {
	header, _, err := c.ask(ctx, http.MethodHead, key, nil, nil, 0)
	var refusal *dav.Refusal
	if errors.As(err, &refusal) && refusal.Status == http.StatusNotFound {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return strings.Trim(header.Get("ETag"), `"`), nil
}

// Delete removes an object.
func (c *Client) Delete(ctx context.Context, key string) error {
	_, _, err := c.ask(ctx, http.MethodDelete, key, nil, nil, 0)
	return err
}

// MakeBucket makes the bucket.
func (c *Client) MakeBucket(ctx context.Context) error {
	_, _, err := c.ask(ctx, http.MethodPut, "", nil, nil, 0)
	return err
}

// List is a page of ListObjectsV2.
func (c *Client) List(ctx context.Context, prefix, after string, most int) (Page, error) {
	query := url.Values{"list-type": {"2"}, "prefix": {prefix}, "max-keys": {strconv.Itoa(most)}}
	if after != "" {
		query.Set("continuation-token", after)
	}
	page := Page{}
	_, text, err := c.ask(ctx, http.MethodGet, "", query, nil, 0)
	if err == nil {
		err = xml.Unmarshal(text, &page)
	}
	return page, err
}

// Create begins a multipart upload.
func (c *Client) Create(ctx context.Context, key string) (Upload, error) {
	begun := Upload{}
	_, text, err := c.ask(ctx, http.MethodPost, key, url.Values{"uploads": {""}}, nil, 0)
	if err == nil {
		err = xml.Unmarshal(text, &begun)
	}
	return begun, err
}

// Part sends one, and returns its ETag.
func (c *Client) Part(ctx context.Context, upload Upload, number int, bytes_ []byte) (string, error) {
	query := url.Values{"partNumber": {strconv.Itoa(number)}, "uploadId": {upload.ID}}
	header, _, err := c.ask(ctx, http.MethodPut, upload.Key, query, bytes.NewReader(bytes_), int64(len(bytes_)))
	return header.Get("ETag"), err
}

// Complete makes the object of the parts, by their ETags from the first on.
func (c *Client) Complete(ctx context.Context, upload Upload, tags []string) error {
	list := strings.Builder{}
	list.WriteString("<CompleteMultipartUpload>")
	for i, tag := range tags {
		fmt.Fprintf(&list, "<Part><PartNumber>%d</PartNumber><ETag>", i+1)
		_ = xml.EscapeText(&list, []byte(tag))
		list.WriteString("</ETag></Part>")
	}
	list.WriteString("</CompleteMultipartUpload>")
	text := list.String()
	_, answer, err := c.ask(ctx, http.MethodPost, upload.Key, url.Values{"uploadId": {upload.ID}}, strings.NewReader(text), int64(len(text)))
	if err == nil && !bytes.Contains(answer, []byte("</CompleteMultipartUploadResult>")) {
		err = fmt.Errorf("the upload was not completed: %.*s", mostText, answer)
	}
	return err
}

// Abort gives an upload up.
func (c *Client) Abort(ctx context.Context, upload Upload) error {
	_, _, err := c.ask(ctx, http.MethodDelete, upload.Key, url.Values{"uploadId": {upload.ID}}, nil, 0)
	return err
}

// Uploads are those that have begun.
func (c *Client) Uploads(ctx context.Context) ([]Upload, error) {
	found := struct {
		Uploads []Upload `xml:"Upload"`
	}{}
	_, text, err := c.ask(ctx, http.MethodGet, "", url.Values{"uploads": {""}}, nil, 0)
	if err == nil {
		err = xml.Unmarshal(text, &found)
	}
	return found.Uploads, err
}
