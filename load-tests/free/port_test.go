package free

import (
	"net"
	"strconv"
	"testing"
)

func TestPortsAreNoneOfOutgoingConnections(t *testing.T) {
	for i := 0; i < 50; i++ {
		port, err := Port()
		if err != nil {
			t.Fatal(err)
		}
		if n, _ := strconv.Atoi(port); n < lowest || n >= belowOutgoing() {
			t.Fatalf("%s is not between %d and %d", port, lowest, belowOutgoing())
		}
		listener, err := net.Listen("tcp", "127.0.0.1:"+port)
		if err != nil {
			t.Fatal(err)
		}
		listener.Close()
	}
}
