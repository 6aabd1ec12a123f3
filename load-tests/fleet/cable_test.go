package main

import (
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// echo answers every byte with itself.
func echo(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				one := make([]byte, 1)
				for {
					if _, err := conn.Read(one); err != nil {
						conn.Close()
						return
					}
					_, _ = conn.Write(one)
				}
			}()
		}
	}()
	return listener.Addr().String()
}

func dial(t *testing.T, c *cable) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", c.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func answers(t *testing.T, conn net.Conn, patience time.Duration) bool {
	t.Helper()
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Write([]byte{7}); err != nil {
		t.Fatal(err)
	}
	_, err := conn.Read(make([]byte, 1))
	return err == nil
}

// told waits until the cable has read its order.
func told(t *testing.T, c *cable, order string) {
	t.Helper()
	if order == "" {
		os.Remove(c.order)
	} else if err := os.WriteFile(c.order, []byte(order+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		c.mutex.Lock()
		state := c.state
		c.mutex.Unlock()
		if state == order {
			return
		}
	}
	t.Fatal("it does not obey")
}

func TestASilentCableHoldsWhatComesAndPassesItOnLater(t *testing.T) {
	for _, order := range []string{outwards, inwards, bothWays} {
		c, err := newCable(filepath.Join(t.TempDir(), "order"), echo(t))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.close)
		conn := dial(t, c)
		if !answers(t, conn, 10*time.Second) {
			t.Fatal("it does not pass")
		}
		told(t, c, order)
		if answers(t, conn, 100*time.Millisecond) {
			t.Errorf("%s: it passes", order)
		}
		told(t, c, "")
		if err := conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Read(make([]byte, 1)); err != nil {
			t.Errorf("%s: what was held back is gone: %v", order, err)
		}
	}
}

func TestALostConnectionIsLostAndANewOneIsNot(t *testing.T) {
	c, err := newCable(filepath.Join(t.TempDir(), "order"), echo(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.close)
	old := dial(t, c)
	if !answers(t, old, 10*time.Second) {
		t.Fatal("it does not pass")
	}
	told(t, c, lostOnes)
	told(t, c, "")
	if answers(t, old, 100*time.Millisecond) {
		t.Error("it is not lost")
	}
	if !answers(t, dial(t, c), 10*time.Second) {
		t.Error("a new one does not pass")
	}
}
