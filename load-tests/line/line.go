// Package line is a slow line between a client and a server on one machine: it delays, and loses nothing.
package line

import (
	"net"
	"time"
)

const (
	chunk    = 64 << 10
	inFlight = 1024
)

// Slow listens at an address and passes connections on to another; each byte arrives so much later. It ends when it is closed.
func Slow(at, to string, delay time.Duration) (net.Listener, error) {
	listener, err := net.Listen("tcp", at)
	if err != nil {
		return nil, err
	}
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				near.Close()
				continue
			}
			go carry(near, far, delay)
			go carry(far, near, delay)
		}
	}()
	return listener, nil
}

// carry brings what comes from one end to the other, in time.
func carry(from, to net.Conn, delay time.Duration) {
	type part struct {
		due   time.Time
		bytes []byte
	}
	way := make(chan part, inFlight)
	go func() {
		defer to.Close()
		for p := range way {
			time.Sleep(time.Until(p.due))
			if _, err := to.Write(p.bytes); err != nil {
				from.Close() // ends the reading, and so this
			}
		}
	}()
	defer close(way)
	for {
		bytes := make([]byte, chunk)
		n, err := from.Read(bytes)
		if n > 0 {
			way <- part{time.Now().Add(delay), bytes[:n]}
		}
		if err != nil {
			return
		}
	}
}
