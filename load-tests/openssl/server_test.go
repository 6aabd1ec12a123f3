package openssl

import (
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/srmtest"
)

// A reference that prints every chain it verifies makes 68 and more write calls per handshake, and is too dear by them.
func TestABareHandshakeWritesItsFlightsAndNothingElse(t *testing.T) {
	const handshakes = 20
	s, server := startedServer(t)
	if err := s.Await(server); err != nil {
		t.Fatal(err)
	}
	before := writes(t, s.Pid())
	for i := 0; i < handshakes; i++ {
		if err := server.Handshake(); err != nil {
			t.Fatal(err)
		}
	}
	// its certificate, its Finished, its close notification
	if made := writes(t, s.Pid()) - before; made < handshakes || made > 4*handshakes {
		t.Fatalf("%d write calls for %d handshakes", made, handshakes)
	}
}

func startedServer(t *testing.T) (*Server, *client.Server) {
	t.Helper()
	ca, caKey, caText := srmtest.Issue(t, "ca", nil, nil, true)
	_, hostKey, host := srmtest.Issue(t, "localhost", ca, caKey, false)
	_, userKey, user := srmtest.Issue(t, "alice", ca, caKey, false)
	authorities := filepath.Join(t.TempDir(), "authorities")
	if err := os.Mkdir(authorities, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(authorities, "ca.pem"), caText)
	if output, err := exec.Command("openssl", "rehash", authorities).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	files := t.TempDir()
	keys := Keys{HostCertificate: filepath.Join(files, "host.pem"), HostKey: filepath.Join(files, "host.key"), Certificates: authorities}
	write(t, keys.HostCertificate, host)
	write(t, keys.HostKey, private(t, hostKey))
	s, err := Start("openssl", "localhost", keys)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	credential, err := client.ParseCredential(append(user, private(t, userKey)...))
	if err != nil {
		t.Fatal(err)
	}
	trust := x509.NewCertPool()
	trust.AddCert(ca)
	server, err := client.NewServer(s.Address, credential, trust, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	return s, server
}

func private(t *testing.T, key any) []byte {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
}

func write(t *testing.T, file string, text []byte) {
	t.Helper()
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// writes is how many write calls the kernel has counted of a process.
func writes(t *testing.T, pid int) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/io", pid))
	if err != nil {
		t.Fatal(err)
	}
	made := 0
	_, calls, _ := strings.Cut(string(text), "syscw: ")
	if _, err := fmt.Sscan(calls, &made); err != nil {
		t.Fatal(err)
	}
	return made
}
