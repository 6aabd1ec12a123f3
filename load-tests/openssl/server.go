// Package openssl runs openssl s_server as the measure of what a bare handshake costs.
package openssl

import (
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/free"
)

// patience is for openssl to begin listening.
const patience = 10 * time.Second

// Server is openssl s_server: one process, one connection after the other.
type Server struct {
	Address string // host:port
	Version string // of the command
	cmd     *exec.Cmd
	stdin   io.WriteCloser
	stderr  strings.Builder
}

// Keys are what it is run with.
type Keys struct {
	HostCertificate, HostKey string // the service's own
	Certificates             string // directory of authorities
}

// Start runs the command with the service's own key, and with the same authorities to verify the
// client's chain against; a chain that does not verify fails the handshake. It listens on a free
// port of that host.
func Start(command, host string, keys Keys) (*Server, error) {
	version, err := exec.Command(command, "version").Output()
	if err != nil {
		return nil, fmt.Errorf("openssl: %w", err)
	}
	port, err := free.Port()
	if err != nil {
		return nil, err
	}
	s := &Server{Address: net.JoinHostPort(host, port), Version: strings.TrimSpace(string(version))}
	s.cmd = exec.Command(command, "s_server", "-accept", port, "-cert", keys.HostCertificate, "-key", keys.HostKey,
		"-tls1_2", "-Verify", "5", "-verify_return_error", "-allow_proxy_certs", "-CApath", keys.Certificates,
		"-no_ticket", "-no_cache", "-quiet", "-verify_quiet")
	s.cmd.Stderr = &s.stderr
	// an end of its standard input would end each connection with it
	if s.stdin, err = s.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	return s, s.cmd.Start()
}

// Await returns when handshakes succeed; an error tells what the command said.
func (s *Server) Await(server *client.Server) error {
	err := server.Handshake()
	for begin := time.Now(); errors.Is(err, syscall.ECONNREFUSED) && time.Since(begin) < patience; {
		time.Sleep(50 * time.Millisecond) // it is not listening yet
		err = server.Handshake()
	}
	if err == nil {
		return nil
	}
	s.Stop()
	return fmt.Errorf("openssl s_server does not answer: %w\n%s", err, s.stderr.String())
}

// Pid is the process.
func (s *Server) Pid() int {
	return s.cmd.Process.Pid
}

// Command is the command line.
func (s *Server) Command() string {
	return strings.Join(s.cmd.Args, " ")
}

// Stop ends the process.
func (s *Server) Stop() {
	s.cmd.Process.Kill()
	s.stdin.Close()
	s.cmd.Wait()
}

// KeyOf names the kind and size of a certificate's key.
func KeyOf(certificate string) string {
	text, err := os.ReadFile(certificate)
	if err != nil {
		return err.Error()
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return "unknown"
	}
	parsed, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return err.Error()
	}
	switch key := parsed.PublicKey.(type) {
	case *rsa.PublicKey:
		return fmt.Sprintf("RSA %d", key.N.BitLen())
	case *ecdsa.PublicKey:
		return "EC " + key.Curve.Params().Name
	default:
		return parsed.PublicKeyAlgorithm.String()
	}
}
