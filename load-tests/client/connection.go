package client

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"
)

const (
	path         = "/srm/managerv2"
	noDelegation = '0'
	largestReply = 64 << 20
)

// Server is one SRM endpoint as one user sees it. Safe for several goroutines.
type Server struct {
	Address  string        // host:port
	Patience time.Duration // for connecting, and for each call
	config   *tls.Config
	host     string
	calls    int64
}

// NewServer prepares TLS: version 1.2, the cipher and the curve that Globus clients come to, no
// session resumption (they never ask for it), the whole proxy chain whatever the server asks for.
func NewServer(address string, user *Credential, trust *x509.CertPool, patience time.Duration) (*Server, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	return &Server{
		Address:  address,
		Patience: patience,
		host:     host,
		config: &tls.Config{
			MinVersion: tls.VersionTLS12,
			MaxVersion: tls.VersionTLS12,
			CipherSuites: []uint16{
				tls.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
				tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
			},
			CurvePreferences:       []tls.CurveID{tls.X25519, tls.CurveP256},
			SessionTicketsDisabled: true,
			ServerName:             host,
			RootCAs:                trust,
			GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
				return &user.Certificate, nil
			},
		},
	}, nil
}

// Calls is how many SOAP calls have been sent.
func (s *Server) Calls() int64 {
	return atomic.LoadInt64(&s.calls)
}

// Handshake connects, completes mutual TLS and closes in order: no application data.
func (s *Server) Handshake() error {
	conn, err := s.connect()
	if err != nil {
		return err
	}
	return conn.Close()
}

// Connection is one GSI connection, used by one goroutine at a time.
type Connection struct {
	server *Server
	conn   *tls.Conn
	reader *bufio.Reader
}

// Dial connects, completes the handshake and declines delegation, as gfal2 and ARC do.
func (s *Server) Dial() (*Connection, error) {
	conn, err := s.connect()
	if err != nil {
		return nil, err
	}
	if _, err := conn.Write([]byte{noDelegation}); err != nil {
		conn.Close()
		return nil, err
	}
	return &Connection{server: s, conn: conn, reader: bufio.NewReader(conn)}, nil
}

func (s *Server) connect() (*tls.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), s.Patience)
	defer cancel()
	raw, err := (&net.Dialer{}).DialContext(ctx, "tcp", s.Address)
	if err != nil {
		return nil, err
	}
	conn := tls.Client(raw, s.config)
	if err := conn.HandshakeContext(ctx); err != nil {
		raw.Close()
		return nil, fmt.Errorf("handshake: %w", err)
	}
	return conn, nil
}

// Close ends the connection in order.
func (c *Connection) Close() error {
	return c.conn.Close()
}

// Post sends one SOAP envelope and returns the reply's. A SOAP fault (HTTP 500) is an error.
func (c *Connection) Post(envelope []byte) ([]byte, error) {
	if err := c.conn.SetDeadline(time.Now().Add(c.server.Patience)); err != nil {
		return nil, err
	}
	atomic.AddInt64(&c.server.calls, 1)
	// one write, as gSOAP does: head and body in two cost a delayed acknowledgement
	request := make([]byte, 0, len(envelope)+256)
	request = append(request, "POST "+path+" HTTP/1.1\r\nHost: "+c.server.Address+
		"\r\nUser-Agent: bora-load-tests\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: "+
		strconv.Itoa(len(envelope))+"\r\nConnection: keep-alive\r\nSOAPAction: \"\"\r\n\r\n"...)
	request = append(request, envelope...)
	if _, err := c.conn.Write(request); err != nil {
		return nil, err
	}
	reply, err := http.ReadResponse(c.reader, nil)
	if err != nil {
		return nil, err
	}
	defer reply.Body.Close()
	body, err := io.ReadAll(io.LimitReader(reply.Body, largestReply))
	if err != nil {
		return nil, err
	}
	if reply.StatusCode != http.StatusOK {
		return nil, errors.New("HTTP " + reply.Status + ": " + string(body))
	}
	return body, nil
}
