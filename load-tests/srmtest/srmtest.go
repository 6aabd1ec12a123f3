// Package srmtest is a server for tests that speaks TLS and HTTP as an SRM does and answers as it is told.
package srmtest

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// Grid is an authority, a server of its and a user with a proxy that the server was told nothing of.
type Grid struct {
	Address   string
	Trust     *x509.CertPool
	Authority []byte   // PEM, what Trust has
	Proxy     []byte   // PEM, as X509_USER_PROXY names it
	Silent    chan int // a connection without application data; length of the client's chain
}

// Request is what the server saw.
type Request struct {
	First byte // of the connection
	Chain int  // certificates of the client
	Body  string
	From  string // the client's address
}

// Hang as an answer leaves the client waiting until it goes; HangUp closes the connection.
const (
	Hang   = "hang"
	HangUp = "hang up"
)

// New starts a server on loopback that ends with the test. Answers with "Fault" in them go with
// status 500.
func New(t testing.TB, answer func(Request) string) *Grid {
	t.Helper()
	ca, caKey, caPem := Issue(t, "ca", nil, nil, true)
	server, serverKey, _ := Issue(t, "localhost", ca, caKey, false)
	eec, eecKey, eecPem := Issue(t, "alice", ca, caKey, false)
	_, proxyKey, proxyPem := Issue(t, "12345", eec, eecKey, false)
	keyDer, err := x509.MarshalPKCS8PrivateKey(proxyKey)
	if err != nil {
		t.Fatal(err)
	}
	keyPem := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDer})
	trust := x509.NewCertPool()
	trust.AddCert(ca)
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{
		Certificates: []tls.Certificate{{Certificate: [][]byte{server.Raw}, PrivateKey: serverKey}},
		ClientAuth:   tls.RequireAnyClientCert,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	g := &Grid{Address: "localhost:" + port, Trust: trust, Authority: caPem, Proxy: []byte(string(proxyPem) + string(keyPem) + string(eecPem)),
		Silent: make(chan int, 100)}
	go g.serve(listener, answer)
	return g
}

func (g *Grid) serve(listener net.Listener, answer func(Request) string) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		go g.talk(conn, answer)
	}
}

func (g *Grid) talk(conn net.Conn, answer func(Request) string) {
	defer conn.Close()
	reader := bufio.NewReader(conn)
	first, err := reader.ReadByte()
	chain := len(conn.(*tls.Conn).ConnectionState().PeerCertificates)
	if err != nil {
		g.Silent <- chain
		return
	}
	from, _, _ := net.SplitHostPort(conn.RemoteAddr().String())
	for {
		request, err := http.ReadRequest(reader)
		if err != nil {
			return
		}
		body, _ := io.ReadAll(request.Body)
		text := answer(Request{first, chain, string(body), from})
		status := "200 OK"
		switch {
		case text == HangUp:
			return
		case text == Hang:
			_, _ = reader.ReadByte() // until the client goes
			return
		case strings.Contains(text, "Fault"):
			status = "500 Internal Server Error"
		}
		fmt.Fprintf(conn, "HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n%s", status, len(text), text)
	}
}

// Issue makes a certificate, by itself where by is nil.
func Issue(t testing.TB, name string, by *x509.Certificate, key *ecdsa.PrivateKey, ca bool) (
	*x509.Certificate, *ecdsa.PrivateKey, []byte) {
	t.Helper()
	own, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(time.Now().UnixNano()),
		Subject:               pkix.Name{CommonName: name},
		DNSNames:              []string{name},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(time.Hour),
		IsCA:                  ca,
		BasicConstraintsValid: true,
	}
	if by == nil {
		by, key = template, own
	}
	der, err := x509.CreateCertificate(rand.Reader, template, by, &own.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	made, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return made, own, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}
