package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// authority signs the certificates with which frontends and backends know each other.
type authority struct {
	directory, openssl string
}

func newAuthority(directory, openssl string) (*authority, error) {
	a := &authority{directory, openssl}
	return a, a.run("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/DC=test/CN=Link CA",
		"-keyout", "ca.key", "-out", "ca.pem", "-addext", "keyUsage=critical,keyCertSign,cRLSign")
}

// certify makes NAME.pem and NAME.key; all of them are at localhost.
func (a *authority) certify(name string) error {
	if err := a.run("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", subject(name),
		"-keyout", name+".key", "-out", name+".csr"); err != nil {
		return err
	}
	extensions := "subjectAltName=DNS:localhost\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth,clientAuth\nbasicConstraints=critical,CA:FALSE\n"
	if err := os.WriteFile(filepath.Join(a.directory, name+".ext"), []byte(extensions), 0o600); err != nil {
		return err
	}
	return a.run("x509", "-req", "-in", name+".csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
		"-out", name+".pem", "-extfile", name+".ext")
}

func subject(name string) string { return "/DC=test/CN=" + name }

func (a *authority) run(arguments ...string) error {
	command := exec.Command(a.openssl, arguments...)
	command.Dir = a.directory
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("openssl %s: %w\n%s", strings.Join(arguments, " "), err, output)
	}
	return nil
}
