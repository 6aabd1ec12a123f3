package client

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

// grid is an authority, a server of its and a user with a proxy that the server was told nothing of.
type grid struct {
	address string
	trust   *x509.CertPool
	user    *Credential
}

// what the server saw of one connection
type visit struct {
	first byte
	chain int
	body  string
}

func newGrid(t *testing.T, answers func(n int) string) (*grid, chan visit) {
	t.Helper()
	ca, caKey, _ := issue(t, "ca", nil, nil, true)
	server, serverKey, _ := issue(t, "localhost", ca, caKey, false)
	eec, eecKey, eecPem := issue(t, "alice", ca, caKey, false)
	_, proxyKey, proxyPem := issue(t, "12345", eec, eecKey, false)
	keyDer, err := x509.MarshalPKCS8PrivateKey(proxyKey)
	if err != nil {
		t.Fatal(err)
	}
	keyPem := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDer})
	user, err := ParseCredential([]byte(string(proxyPem) + string(keyPem) + string(eecPem)))
	if err != nil {
		t.Fatal(err)
	}
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
	visits := make(chan visit, 100)
	go serve(listener, answers, visits)
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return &grid{address: "localhost:" + port, trust: trust, user: user}, visits
}

func serve(listener net.Listener, answers func(n int) string, visits chan visit) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		go func() {
			defer conn.Close()
			secure := conn.(*tls.Conn)
			reader := bufio.NewReader(conn)
			first, err := reader.ReadByte()
			chain := len(secure.ConnectionState().PeerCertificates)
			if err != nil {
				visits <- visit{chain: chain}
				return
			}
			for n := 0; ; n++ {
				request, err := http.ReadRequest(reader)
				if err != nil {
					return
				}
				body, _ := io.ReadAll(request.Body)
				visits <- visit{first, chain, string(body)}
				answer := answers(n)
				status := "200 OK"
				if strings.Contains(answer, "Fault") {
					status = "500 Internal Server Error"
				}
				fmt.Fprintf(conn, "HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n%s", status, len(answer), answer)
			}
		}()
	}
}

func issue(t *testing.T, name string, by *x509.Certificate, key *ecdsa.PrivateKey, ca bool) (
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

func (g *grid) server(t *testing.T) *Server {
	t.Helper()
	server, err := NewServer(g.address, g.user, g.trust, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	return server
}

const pingReply = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>` +
	`<s:srmPingResponse xmlns:s="x"><srmPingResponse><versionInfo>v2.2</versionInfo>` +
	`</srmPingResponse></s:srmPingResponse></e:Body></e:Envelope>`

func TestOneByteOncePerConnectionAndTheWholeChain(t *testing.T) {
	g, visits := newGrid(t, func(int) string { return pingReply })
	server := g.server(t)
	connection, err := server.Dial()
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	for i := 0; i < 3; i++ {
		version, err := connection.Ping()
		if err != nil || version != "v2.2" {
			t.Fatalf("%q, %v", version, err)
		}
		seen := <-visits
		if seen.first != '0' || seen.chain != 2 || !strings.Contains(seen.body, "<srm:srmPing>") {
			t.Fatalf("the server saw %+v", seen)
		}
	}
	if server.Calls() != 3 {
		t.Fatalf("%d calls were counted", server.Calls())
	}
}

func TestABareHandshakeSendsNothing(t *testing.T) {
	g, visits := newGrid(t, func(int) string { return pingReply })
	if err := g.server(t).Handshake(); err != nil {
		t.Fatal(err)
	}
	if seen := <-visits; seen.first != 0 || seen.body != "" {
		t.Fatalf("the server saw %+v", seen)
	}
}

func TestAServerOfAnotherAuthorityIsRefused(t *testing.T) {
	g, _ := newGrid(t, func(int) string { return pingReply })
	g.trust = x509.NewCertPool()
	if _, err := g.server(t).Dial(); err == nil {
		t.Fatal("it was believed")
	}
}

func TestAFaultIsAnError(t *testing.T) {
	g, _ := newGrid(t, func(int) string { return "<Fault/>" })
	connection, err := g.server(t).Dial()
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	if _, err := connection.Ping(); err == nil || !strings.Contains(err.Error(), "500") {
		t.Fatalf("got %v", err)
	}
}

func TestRepliesAreReadWhateverTheirPrefixes(t *testing.T) {
	reply, err := parseReply([]byte(`<?xml version="1.0"?>
<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>
<srm:srmPrepareToPutResponse xmlns:srm="http://srm.lbl.gov/StorageResourceManager"><srmPrepareToPutResponse>
<returnStatus><statusCode>SRM_SUCCESS</statusCode></returnStatus><requestToken>tok-0</requestToken>
<arrayOfFileStatuses><statusArray><SURL>srm://localhost/d1/a&amp;b</SURL><status>
<statusCode>SRM_SPACE_AVAILABLE</statusCode><explanation>x</explanation></status>
<transferURL>gsiftp://localhost:39783/grid/a</transferURL></statusArray></arrayOfFileStatuses>
</srmPrepareToPutResponse></srm:srmPrepareToPutResponse></soapenv:Body></soapenv:Envelope>`))
	if err != nil {
		t.Fatal(err)
	}
	want := File{"srm://localhost/d1/a&b", "SRM_SPACE_AVAILABLE", "x", "gsiftp://localhost:39783/grid/a"}
	if reply.Code != "SRM_SUCCESS" || reply.Token != "tok-0" || reply.Pending() ||
		len(reply.Files) != 1 || reply.Files[0] != want {
		t.Fatalf("got %+v", reply)
	}
}

func TestARefusalWithoutFilesIsAReply(t *testing.T) {
	reply, err := parseReply([]byte(`<E><Body><r><r><returnStatus><statusCode>SRM_REQUEST_QUEUED</statusCode>` +
		`<explanation>wait</explanation></returnStatus></r></r></Body></E>`))
	if err != nil || !reply.Pending() || reply.Explanation != "wait" || len(reply.Files) != 0 {
		t.Fatalf("got %+v, %v", reply, err)
	}
}

func TestWhatIsNoReplyIsAnError(t *testing.T) {
	for _, body := range []string{"", "<a>", "<E><Body/></E>", "<html/>"} {
		if _, err := parseReply([]byte(body)); err == nil {
			t.Errorf("%q was accepted", body)
		}
	}
}

func TestNamesAreEscaped(t *testing.T) {
	if got := element("SURL", `a<b>&"`); got != `<SURL>a&lt;b&gt;&amp;&#34;</SURL>` {
		t.Fatal(got)
	}
}

func TestACredentialNeedsBothHalves(t *testing.T) {
	_, _, certificate := issue(t, "x", nil, nil, false)
	for _, text := range []string{"", "nonsense", string(certificate)} {
		if _, err := ParseCredential([]byte(text)); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}
