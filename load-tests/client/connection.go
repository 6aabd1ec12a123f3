package client

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
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
	Plain    bool          // HTTPS without the byte of GSI
	config   *tls.Config
	host     string
	calls    int64
	doors    []string // instead of Address, in turn
	turn     uint64
	from     net.IP // where connections come from; nil: as the system likes
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
	conn, err := s.connect(context.Background(), time.Now().Add(s.Patience))
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
	until  time.Time // zero: each call has the server's patience
}

// Dial connects, completes the handshake and declines delegation, as gfal2 and ARC do.
func (s *Server) Dial() (*Connection, error) {
	return s.dial(context.Background(), time.Now().Add(s.Patience))
}

// DialUntil is Dial for a client whose patience ends at that time, with the calls that follow. The
// context ends the dialling only.
func (s *Server) DialUntil(ctx context.Context, end time.Time) (*Connection, error) {
	c, err := s.dial(ctx, end)
	if err == nil {
		c.Until(end)
	}
	return c, err
}

// Until is when the calls that follow must have been answered.
func (c *Connection) Until(end time.Time) {
	c.until = end
}

// Interrupt lets the call that waits now fail at once. Other goroutines may call it.
func (c *Connection) Interrupt() error {
	return c.conn.SetDeadline(time.Unix(1, 0))
}

func (s *Server) dial(ctx context.Context, end time.Time) (*Connection, error) {
	conn, err := s.connect(ctx, end)
	if err != nil {
		return nil, err
	}
	if err := conn.SetDeadline(end); err != nil {
		conn.Close()
		return nil, failed(Closed, err)
	}
	first := []byte{noDelegation}
	if s.Plain {
		first = nil
	}
	if _, err := conn.Write(first); err != nil {
		conn.Close()
		return nil, failed(Closed, err)
	}
	return &Connection{server: s, conn: conn, reader: bufio.NewReader(conn)}, nil
}

func (s *Server) connect(ctx context.Context, end time.Time) (*tls.Conn, error) {
	ctx, cancel := context.WithDeadline(ctx, end)
	defer cancel()
	dialer, network := &net.Dialer{}, "tcp"
	if s.from != nil {
		dialer.LocalAddr, network = &net.TCPAddr{IP: s.from}, "tcp4"
	}
	raw, err := dialer.DialContext(ctx, network, s.door())
	if err != nil {
		return nil, failed(Connect, err)
	}
	conn := tls.Client(raw, s.config)
	if err := conn.HandshakeContext(ctx); err != nil {
		raw.Close()
		return nil, failed(Handshake, err)
	}
	return conn, nil
}

// Close ends the connection in order.
func (c *Connection) Close() error {
	return c.conn.Close()
}

// Post sends one SOAP envelope and returns the reply's. A SOAP fault (HTTP 500) is an error.
func (c *Connection) Post(envelope []byte) ([]byte, error) {
	end := c.until
	if end.IsZero() {
		end = time.Now().Add(c.server.Patience)
	}
	if err := c.conn.SetDeadline(end); err != nil {
		return nil, failed(Closed, err)
	}
	atomic.AddInt64(&c.server.calls, 1)
	// one write, as gSOAP does: head and body in two cost a delayed acknowledgement
	request := make([]byte, 0, len(envelope)+256)
	request = append(request, "POST "+path+" HTTP/1.1\r\nHost: "+c.server.Address+
		"\r\nUser-Agent: bora-load-tests\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: "+
		strconv.Itoa(len(envelope))+"\r\nConnection: keep-alive\r\nSOAPAction: \"\"\r\n\r\n"...)
	request = append(request, envelope...)
	if _, err := c.conn.Write(request); err != nil {
		return nil, failed(Closed, err)
	}
	reply, err := http.ReadResponse(c.reader, nil)
	if err != nil {
		return nil, failed(Closed, err)
	}
	defer reply.Body.Close()
	body, err := io.ReadAll(io.LimitReader(reply.Body, largestReply))
	if err != nil {
		return nil, failed(Closed, err)
	}
	if reply.StatusCode != http.StatusOK {
		return nil, failed(HTTP, errors.New("HTTP "+reply.Status+": "+string(body)))
	}
	return body, nil
}

// From is the same service seen from another host: connections come from another address of this machine's loopback.
func (s *Server) From(host int) *Server {
	return &Server{Address: s.Address, Patience: s.Patience, Plain: s.Plain, host: s.host, config: s.config, doors: s.doors,
		turn: uint64(host), from: Host(host)}
}

// Host is an address of 127.1.0.0/16 for each number.
func Host(number int) net.IP {
	const each = 250
	return net.IPv4(127, 1, byte(number/each), byte(number%each+1))
}

// Through is the same service behind several doors: each new connection goes to the next, as with a
// name that has as many addresses.
func (s *Server) Through(doors []string) *Server {
	return &Server{Address: s.Address, Patience: s.Patience, Plain: s.Plain, host: s.host, config: s.config, doors: doors, from: s.from}
}

func (s *Server) door() string {
	if len(s.doors) == 0 {
		return s.Address
	}
	return s.doors[(atomic.AddUint64(&s.turn, 1)-1)%uint64(len(s.doors))]
}

// At is another server for the same user, with the same trust.
func (s *Server) At(address string) (*Server, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	config := s.config.Clone()
	config.ServerName = host
	return &Server{Address: address, Patience: s.Patience, Plain: s.Plain, host: host, config: config, from: s.from}, nil
}
