// Command wanline is a long line between two network namespaces: two TUN devices, with delay, rate, queue and loss between them, until
// it is told to end. It prints "ready" when the devices are there, and at the end what has passed: see ../README.md.
package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

const (
	largest  = 1 << 16
	onTheWay = 1 << 15
)

type options struct {
	near, far string
	trip      time.Duration
	megabits  float64
	loss      float64
	queue     time.Duration
	seed      int64
}

func main() {
	o := options{}
	flag.StringVar(&o.near, "near", "wan-near", "name of one device")
	flag.StringVar(&o.far, "far", "wan-far", "name of the other")
	flag.DurationVar(&o.trip, "round-trip", 100*time.Millisecond, "of the line")
	flag.Float64Var(&o.megabits, "rate", 1000, "megabits a second, in each direction")
	flag.Float64Var(&o.loss, "loss", 0.01, "percent of packets")
	flag.DurationVar(&o.queue, "queue", 50*time.Millisecond, "how long a packet may wait for those before it")
	flag.Int64Var(&o.seed, "seed", 1, "of what is lost")
	flag.Parse()
	if err := work(o); err != nil {
		fmt.Fprintln(os.Stderr, "wanline:", err)
		os.Exit(1)
	}
}

func work(o options) error {
	if o.megabits <= 0 || o.loss < 0 || o.loss >= 100 {
		return errors.New("-rate is more than 0, -loss from 0 to 100")
	}
	near, err := openTun(o.near)
	if err != nil {
		return err
	}
	far, err := openTun(o.far)
	if err != nil {
		return err
	}
	ways := []*way{o.way(1), o.way(2)}
	var working sync.WaitGroup
	working.Add(2)
	go func() { defer working.Done(); carry(near, far, ways[0]) }()
	go func() { defer working.Done(); carry(far, near, ways[1]) }()
	fmt.Println("ready")
	told := make(chan os.Signal, 1)
	signal.Notify(told, os.Interrupt, syscall.SIGTERM)
	<-told
	near.Close()
	far.Close()
	working.Wait()
	for i, w := range ways {
		fmt.Printf("%s: %d packets passed, %d lost, %d dropped by a full queue\n", []string{o.near, o.far}[i], w.passed, w.lost, w.dropped)
	}
	return nil
}

func (o options) way(number int64) *way {
	return &way{delay: o.trip / 2, rate: o.megabits * 1e6, queue: o.queue, loss: o.loss / 100, random: rand.New(rand.NewSource(o.seed + number))}
}

type packet struct {
	due   time.Time
	bytes []byte
}

// carry brings packets from one device to the other, in their order, until one of them is closed.
func carry(from, to *os.File, w *way) {
	packets := make(chan packet, onTheWay)
	go func() {
		for p := range packets {
			time.Sleep(time.Until(p.due))
			_, _ = to.Write(p.bytes) // a packet that the other end does not take is lost, as on any line
		}
	}()
	defer close(packets)
	buffer := make([]byte, largest)
	for {
		n, err := from.Read(buffer)
		if errors.Is(err, syscall.EIO) { // the device is down until it stands in its namespace
			time.Sleep(time.Millisecond)
			continue
		}
		if err != nil {
			return
		}
		if due, there := w.arrive(time.Now(), n); there {
			packets <- packet{due, append([]byte(nil), buffer[:n]...)}
		}
	}
}
