package client

import (
	"context"
	"crypto/x509"
	"strings"
	"testing"
	"time"

	"bora/loadtests/srmtest"
)

func serverOf(t *testing.T, g *srmtest.Grid) *Server {
	t.Helper()
	user, err := ParseCredential(g.Proxy)
	if err != nil {
		t.Fatal(err)
	}
	server, err := NewServer(g.Address, user, g.Trust, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	return server
}

const pingReply = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>` +
	`<s:srmPingResponse xmlns:s="x"><srmPingResponse><versionInfo>v2.2</versionInfo>` +
	`</srmPingResponse></s:srmPingResponse></e:Body></e:Envelope>`

func TestOneByteOncePerConnectionAndTheWholeChain(t *testing.T) {
	visits := make(chan srmtest.Request, 10)
	g := srmtest.New(t, func(r srmtest.Request) string {
		visits <- r
		return pingReply
	})
	server := serverOf(t, g)
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
		if seen.First != '0' || seen.Chain != 2 || !strings.Contains(seen.Body, "<srm:srmPing>") {
			t.Fatalf("the server saw %+v", seen)
		}
	}
	if server.Calls() != 3 {
		t.Fatalf("%d calls were counted", server.Calls())
	}
}

func TestABareHandshakeSendsNothing(t *testing.T) {
	g := srmtest.New(t, func(srmtest.Request) string { return pingReply })
	if err := serverOf(t, g).Handshake(); err != nil {
		t.Fatal(err)
	}
	if chain := <-g.Silent; chain != 2 {
		t.Fatalf("the server saw %d certificates", chain)
	}
}

func TestAServerOfAnotherAuthorityIsRefused(t *testing.T) {
	g := srmtest.New(t, func(srmtest.Request) string { return pingReply })
	g.Trust = x509.NewCertPool()
	if _, err := serverOf(t, g).Dial(); err == nil {
		t.Fatal("it was believed")
	}
}

func TestAFaultIsAnError(t *testing.T) {
	g := srmtest.New(t, func(srmtest.Request) string { return "<Fault/>" })
	connection, err := serverOf(t, g).Dial()
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
	_, _, certificate := srmtest.Issue(t, "x", nil, nil, false)
	for _, text := range []string{"", "nonsense", string(certificate)} {
		if _, err := ParseCredential([]byte(text)); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

func TestAnAnswerIsFoundWithoutParsing(t *testing.T) {
	answer, err := answerOf([]byte(`<e:Envelope><e:Body><s:r><r><arrayOfFileStatuses><statusArray><SURL>x</SURL><status>
<statusCode>SRM_SPACE_AVAILABLE</statusCode><explanation>written</explanation></status><transferURL>gsiftp://h/a&amp;b</transferURL></statusArray></arrayOfFileStatuses>
<returnStatus><statusCode>SRM_SUCCESS</statusCode></returnStatus><requestToken>7</requestToken></r></s:r></e:Body></e:Envelope>
`))
	if err != nil || answer != (Answer{"SRM_SUCCESS", "SRM_SPACE_AVAILABLE", "7", "gsiftp://h/a&b", "written", 0}) {
		t.Fatalf("got %+v, %v", answer, err)
	}
	queued, err := answerOf([]byte(`<r><returnStatus xsi:type="x"><statusCode>SRM_REQUEST_QUEUED</statusCode></returnStatus>` +
		`<requestToken xsi:nil="true"/></r></Envelope>`))
	if err != nil || !queued.Pending() || queued.Token != "" || queued.Final() != "SRM_REQUEST_QUEUED" {
		t.Fatalf("got %+v, %v", queued, err)
	}
}

func TestWhatIsNoAnswerIsMalformed(t *testing.T) {
	for _, body := range []string{"", "<html/>", "<Envelope></Envelope>", "<returnStatus></returnStatus></Envelope>",
		"<returnStatus><statusCode>SRM_SUCCESS</statusCode></returnStatus>", "<returnStatus><statusCode>SRM</Envelope>"} {
		if _, err := answerOf([]byte(body)); KindOf(err) != Malformed {
			t.Errorf("%q: %v", body, err)
		}
	}
}

func TestFailuresAreToldApart(t *testing.T) {
	for said, kind := range map[string]Kind{
		srmtest.HangUp: Closed, srmtest.Hang: TimeOut, "<Fault/>": HTTP, "<html/>": Malformed,
	} {
		answer := said
		g := srmtest.New(t, func(srmtest.Request) string { return answer })
		connection, err := serverOf(t, g).Dial()
		if err != nil {
			t.Fatal(err)
		}
		connection.Until(time.Now().Add(300 * time.Millisecond))
		if _, err := connection.Rm("srm://x/y"); KindOf(err) != kind {
			t.Errorf("%s: %v", said, err)
		}
		connection.Close()
	}
}

func TestNobodyThereIsNoTimeOut(t *testing.T) {
	g := srmtest.New(t, func(srmtest.Request) string { return "" })
	server := serverOf(t, g)
	nobody, err := server.At("localhost:1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := nobody.Dial(); KindOf(err) != Connect {
		t.Fatalf("got %v", err)
	}
	if _, err := server.DialUntil(context.Background(), time.Now()); KindOf(err) != TimeOut {
		t.Fatalf("got %v", err)
	}
	g.Trust = x509.NewCertPool()
	if _, err := serverOf(t, g).Dial(); KindOf(err) != Handshake {
		t.Fatalf("got %v", err)
	}
}
