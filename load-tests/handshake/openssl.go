package main

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
)

// patience is for openssl to begin listening.
const patience = 10 * time.Second

// opensslServer is openssl s_server: one process, one connection after the other.
type opensslServer struct {
	address string
	version string
	cmd     *exec.Cmd
	stdin   io.WriteCloser
	stderr  strings.Builder
}

// startOpenssl runs it with Bora's own key, and with the same authorities to verify the client's
// chain against; a chain that does not verify fails the handshake.
func startOpenssl(o options) (*opensslServer, error) {
	version, err := exec.Command(o.openssl, "version").Output()
	if err != nil {
		return nil, fmt.Errorf("openssl: %w", err)
	}
	host, _, err := net.SplitHostPort(o.endpoint)
	if err != nil {
		return nil, err
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	s := &opensslServer{address: net.JoinHostPort(host, port), version: strings.TrimSpace(string(version))}
	s.cmd = exec.Command(o.openssl, "s_server", "-accept", port, "-cert", o.hostCert, "-key", o.hostKey,
		"-tls1_2", "-Verify", "5", "-verify_return_error", "-allow_proxy_certs", "-CApath", o.certificates,
		"-no_ticket", "-no_cache", "-quiet")
	s.cmd.Stderr = &s.stderr
	// an end of its standard input would end each connection with it
	if s.stdin, err = s.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	return s, s.cmd.Start()
}

func freePort() (string, error) {
	listener, err := net.Listen("tcp", ":0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	return port, err
}

func (s *opensslServer) await(server *client.Server) error {
	err := server.Handshake()
	for begin := time.Now(); errors.Is(err, syscall.ECONNREFUSED) && time.Since(begin) < patience; {
		time.Sleep(50 * time.Millisecond) // it is not listening yet
		err = server.Handshake()
	}
	if err == nil {
		return nil
	}
	s.stop()
	return fmt.Errorf("openssl s_server does not answer: %w\n%s", err, s.stderr.String())
}

func (s *opensslServer) pid() int {
	return s.cmd.Process.Pid
}

func (s *opensslServer) command() string {
	return strings.Join(s.cmd.Args, " ")
}

func (s *opensslServer) stop() {
	s.cmd.Process.Kill()
	s.stdin.Close()
	s.cmd.Wait()
}

// keyOf names the host key's kind and size.
func keyOf(o options) string {
	text, err := os.ReadFile(o.hostCert)
	if err != nil {
		return err.Error()
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return "unknown"
	}
	certificate, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return err.Error()
	}
	switch key := certificate.PublicKey.(type) {
	case *rsa.PublicKey:
		return fmt.Sprintf("RSA %d", key.N.BitLen())
	case *ecdsa.PublicKey:
		return "EC " + key.Curve.Params().Name
	default:
		return certificate.PublicKeyAlgorithm.String()
	}
}
