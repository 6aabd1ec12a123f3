package line

import (
	"io"
	"net"
	"testing"
	"time"
)

func TestASlowLineDelaysBothWaysAndLosesNothing(t *testing.T) {
	echo, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer echo.Close()
	go func() {
		for {
			c, err := echo.Accept()
			if err != nil {
				return
			}
			go func() { _, _ = io.Copy(c, c); c.Close() }()
		}
	}()
	const delay = 20 * time.Millisecond
	slow, err := Slow("127.0.0.1:0", echo.Addr().String(), delay)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	c, err := net.Dial("tcp", slow.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	begun := time.Now()
	if _, err := c.Write([]byte("there and back")); err != nil {
		t.Fatal(err)
	}
	back := make([]byte, 14)
	if _, err := io.ReadFull(c, back); err != nil || string(back) != "there and back" {
		t.Fatalf("%q %v", back, err)
	}
	if took := time.Since(begun); took < 2*delay {
		t.Fatalf("back after %s", took)
	}
}
