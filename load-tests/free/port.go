// Package free finds ports for servers that are started in a moment.
package free

import (
	"fmt"
	"math/rand"
	"net"
	"os"
	"strconv"
	"time"
)

const (
	lowest   = 10000 // below are the ports of known services
	attempts = 200
)

// Port is one of the loopback's that nobody listens on. It lies below those the kernel gives to outgoing connections:
// one of theirs could be taken by any client before the server that it was found for binds it.
func Port() (string, error) {
	most := belowOutgoing()
	random := rand.New(rand.NewSource(time.Now().UnixNano()))
	for i := 0; i < attempts; i++ {
		port := strconv.Itoa(lowest + random.Intn(most-lowest))
		listener, err := net.Listen("tcp", "127.0.0.1:"+port)
		if err == nil {
			return port, listener.Close()
		}
	}
	return "", fmt.Errorf("no free port between %d and %d in %d attempts", lowest, most, attempts)
}

// belowOutgoing is the first port of outgoing connections, or what Linux has where it does not say or says too little.
func belowOutgoing() int {
	const usual = 32768
	text, err := os.ReadFile("/proc/sys/net/ipv4/ip_local_port_range")
	var first int
	if _, bad := fmt.Sscan(string(text), &first); err != nil || bad != nil || first < lowest+1000 {
		return usual
	}
	return first
}
