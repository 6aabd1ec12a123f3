package main

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// cable passes connections from some processes on to another, a database or a backend, and falls silent when it is told to: nothing is
// refused and nothing closed, as where a switch dies. A file says which way: "out" of the process, "in", "both", or
// "lost": connections that are there never pass anything again, new ones do; without it all passes.
type cable struct {
	listener net.Listener
	to       string
	order    string

	mutex sync.Mutex
	state string
	lives []*strand
}

// strand is one connection of a cable.
type strand struct{ lost bool }

const (
	outwards = "out"
	inwards  = "in"
	bothWays = "both"
	lostOnes = "lost"
	ebb      = 20 * time.Millisecond
)

// newCable listens on a free port; file is its order.
func newCable(file, to string) (*cable, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	c := &cable{listener: listener, to: to, order: file}
	go c.obey()
	go c.accept()
	return c, nil
}

// layCables gives each backend one of its own, and says what their files say of the database.
func (f *fleet) layCables(database *database) (map[string]string, error) {
	said := map[string]string{}
	for _, b := range f.plan.backends {
		c, err := newCable(filepath.Join(f.home, "cable-"+b.name), "127.0.0.1:"+database.port)
		if err != nil {
			return nil, err
		}
		f.cabled = append(f.cabled, c)
		through := strings.Replace(database.url(), "127.0.0.1:"+database.port, c.listener.Addr().String(), 1)
		// what docs/operate/split.md asks for where a network lies between
		said[b.name] = strings.Replace(ownDatabase(through), "}", ", connect-timeout: 3s, statement-timeout: 10s}", 1)
	}
	return said, nil
}

// linkTo is the port by which frontends reach a backend: its own, or a cable's.
func (f *fleet) linkTo(backend half) (string, error) {
	if !f.links {
		return backend.port, nil
	}
	c, err := newCable(filepath.Join(f.home, "link-"+backend.name), "127.0.0.1:"+backend.port)
	if err != nil {
		return "", err
	}
	f.cabled = append(f.cabled, c)
	_, port, err := net.SplitHostPort(c.listener.Addr().String())
	return port, err
}

func (c *cable) obey() {
	for {
		text, err := os.ReadFile(c.order)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			say(err.Error())
		}
		c.mutex.Lock()
		c.state = strings.TrimSpace(string(text))
		if c.state == lostOnes {
			for _, s := range c.lives {
				s.lost = true
			}
			c.lives = nil
		}
		c.mutex.Unlock()
		time.Sleep(ebb)
	}
}

func (c *cable) accept() {
	for {
		from, err := c.listener.Accept()
		if err != nil {
			return // closed
		}
		to, err := net.Dial("tcp", c.to)
		if err != nil {
			from.Close() // a server that is gone refuses
			continue
		}
		s := &strand{}
		c.mutex.Lock()
		c.lives = append(c.lives, s)
		c.mutex.Unlock()
		go c.pass(s, from, to, outwards)
		go c.pass(s, to, from, inwards)
	}
}

// pass goes on until one end hangs up; the other end of a lost one never hears of it.
func (c *cable) pass(s *strand, from, to net.Conn, way string) {
	bytes := make([]byte, 1<<16)
	for {
		n, err := from.Read(bytes)
		for c.holds(way) {
			time.Sleep(ebb)
		}
		lost := c.isLost(s)
		if err == nil && !lost {
			_, err = to.Write(bytes[:n])
		}
		if err != nil {
			if !lost {
				to.Close()
			}
			from.Close()
			return
		}
	}
}

func (c *cable) holds(way string) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.state == way || c.state == bothWays
}

func (c *cable) isLost(s *strand) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return s.lost
}

func (c *cable) close() { c.listener.Close() }
