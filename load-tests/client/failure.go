package client

import (
	"context"
	"errors"
	"net"
	"os"
	"syscall"
)

// Kind is how a command failed, as a user would tell it apart.
type Kind string

// The kinds. An SRM status that refuses is none of them: that is an answer.
const (
	Connect   Kind = "connect"   // TCP: nobody accepts
	Handshake Kind = "handshake" // TLS: refused or broken off
	TimeOut   Kind = "time-out"  // the client's patience was over, wherever it was
	Closed    Kind = "closed"    // the connection ended before the reply did
	HTTP      Kind = "http"      // a status other than 200: SOAP faults too
	Malformed Kind = "malformed" // a reply that is no SRM reply
	Client    Kind = "client"    // this machine had no port or file descriptor left: not the server's fault
)

// Failure is an error of which the kind is known.
type Failure struct {
	Kind Kind
	Err  error
}

func (f *Failure) Error() string { return string(f.Kind) + ": " + f.Err.Error() }

// Unwrap gives the cause.
func (f *Failure) Unwrap() error { return f.Err }

// KindOf tells how something failed; what nobody knows better is a connection that ended.
func KindOf(err error) Kind {
	var failure *Failure
	if errors.As(err, &failure) {
		return failure.Kind
	}
	return Closed
}

// failed finds out the kind; stage is what it is when the error itself says no more.
func failed(stage Kind, err error) error {
	if err == nil {
		return nil
	}
	var network net.Error
	switch {
	case errors.Is(err, syscall.EADDRNOTAVAIL), errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		stage = Client
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded),
		errors.As(err, &network) && network.Timeout():
		stage = TimeOut
	}
	return &Failure{stage, err}
}
