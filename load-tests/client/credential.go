// Package client speaks SRM v2.2 over GSI as grid clients do: TLS 1.2 with a proxy chain, one byte
// after the handshake, then SOAP over HTTP. It knows the wire and nothing of the server.
package client

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Credential is a proxy (or a certificate) with its key and chain.
type Credential struct {
	Certificate tls.Certificate
}

// LoadCredential reads a file as X509_USER_PROXY names it: certificate, key and chain in one.
// Everything in it is sent, in its order.
func LoadCredential(file string) (*Credential, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	credential, err := ParseCredential(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return credential, nil
}

// ParseCredential reads the content of such a file.
func ParseCredential(text []byte) (*Credential, error) {
	var chain, key []byte
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		if block.Type == "CERTIFICATE" {
			chain = append(chain, pem.EncodeToMemory(block)...)
		} else if key == nil {
			key = pem.EncodeToMemory(block)
		}
	}
	if chain == nil || key == nil {
		return nil, errors.New("needs a certificate and a private key in PEM form")
	}
	pair, err := tls.X509KeyPair(chain, key)
	if err != nil {
		return nil, err
	}
	return &Credential{Certificate: pair}, nil
}

// LoadTrust reads the authorities of a directory as X509_CERT_DIR names it (files *.0).
func LoadTrust(directory string) (*x509.CertPool, error) {
	files, err := filepath.Glob(filepath.Join(directory, "*.0"))
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	found := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if pool.AppendCertsFromPEM(text) {
			found++
		}
	}
	if found == 0 {
		return nil, fmt.Errorf("%s: no authority (*.0) in it", directory)
	}
	return pool, nil
}
