package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"time"

	"bora/loadtests/dav"
	"bora/loadtests/line"
)

const (
	rangeCount = 64
	rangeBytes = 1000
	rangeApart = 20_000
)

// ranges is one GET against many.
type ranges struct {
	Together float64 `json:"one_get_s"`
	Apart    float64 `json:"as_many_gets_s"`
	Ratio    float64 `json:"ratio"`
}

// measureRanges asks over a line of so long a round trip.
func measureRanges(ctx context.Context, o options, s server, open func(string) *dav.Client) (ranges, error) {
	path, size := o.path+"/ranges", rangeCount*rangeApart
	if err := s.Put(ctx, path, newBody(size), int64(size)); err != nil {
		return ranges{}, err
	}
	defer func() { _ = s.Delete(ctx, path) }()
	to, err := url.Parse(o.bora)
	if err != nil {
		return ranges{}, err
	}
	slowly, err := line.Slow("127.0.0.1:0", to.Host, o.delay/2)
	if err != nil {
		return ranges{}, err
	}
	defer slowly.Close()
	slow := open(fmt.Sprintf("https://localhost:%d", slowly.Addr().(*net.TCPAddr).Port))
	defer slow.Leave()
	var all []string
	for i := 0; i < rangeCount; i++ {
		all = append(all, fmt.Sprintf("%d-%d", i*rangeApart, i*rangeApart+rangeBytes-1))
	}
	if _, err := slow.Get(ctx, path, "bytes="+all[0], io.Discard); err != nil { // the connection is there
		return ranges{}, err
	}
	begun := time.Now()
	count, err := slow.Get(ctx, path, "bytes="+strings.Join(all, ","), io.Discard)
	if err != nil || count < rangeCount*rangeBytes || count > 2*rangeCount*rangeBytes {
		return ranges{}, fmt.Errorf("%d bytes of %d ranges came: %v", count, rangeCount, err)
	}
	r := ranges{Together: time.Since(begun).Seconds()}
	begun = time.Now()
	for _, one := range all {
		if count, err := slow.Get(ctx, path, "bytes="+one, io.Discard); err != nil || count != rangeBytes {
			return ranges{}, fmt.Errorf("%d bytes of a range came: %v", count, err)
		}
	}
	r.Apart = time.Since(begun).Seconds()
	r.Ratio = r.Apart / r.Together
	return r, nil
}
