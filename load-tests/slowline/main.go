// Command slowline passes connections on to a server, each byte later by half a round trip, until it is told to end: see ../README.md.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"bora/loadtests/line"
)

func main() {
	at := flag.String("at", "127.0.0.1:0", "HOST:PORT to listen at")
	to := flag.String("to", "", "HOST:PORT of the server")
	trip := flag.Duration("round-trip", 400*time.Millisecond, "of the line")
	flag.Parse()
	listener, err := line.Slow(*at, *to, *trip/2)
	if err != nil {
		fmt.Fprintln(os.Stderr, "slowline:", err)
		os.Exit(1)
	}
	fmt.Println(listener.Addr())
	told := make(chan os.Signal, 1)
	signal.Notify(told, os.Interrupt, syscall.SIGTERM)
	<-told
	listener.Close()
}
