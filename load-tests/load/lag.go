package load

import (
	"context"
	"sort"
	"time"

	"bora/loadtests/result"
)

// watchLag measures how late a timer of 10 ms rings: the delay that this process adds to all it
// measures. The figure comes when the context ends.
func watchLag(ctx context.Context) <-chan float64 {
	const every = 10 * time.Millisecond
	said := make(chan float64, 1)
	go func() {
		var late []float64
		for {
			begin := time.Now()
			if !pause(ctx, every) {
				break
			}
			if len(late) < 1000000 {
				late = append(late, (time.Since(begin) - every).Seconds())
			}
		}
		sort.Float64s(late)
		if len(late) == 0 {
			said <- 0
			return
		}
		said <- result.Quantile(late, 0.99)
	}()
	return said
}
