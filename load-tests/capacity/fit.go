// Package capacity makes a model of unit costs from measured points - a handshake, a command, a statement,
// a commit - and says with it what so many processes and cores serve.
package capacity

// observation is what one sequence needed and what it cost.
type observation struct {
	needs []float64 // of each unit
	cost  float64
}

const (
	sweeps  = 20000
	settled = 1e-12
)

// fit finds the unit costs, none below zero, whose relative errors are least squares: coordinate descent, which
// converges because the sum is convex and every step lowers it.
func fit(observations []observation, units int) []float64 {
	costs := make([]float64, units)
	for sweep := 0; sweep < sweeps; sweep++ {
		moved := 0.0
		for u := range costs {
			// the best value of this unit while the others stay
			over, under := 0.0, 0.0
			for _, o := range observations {
				if o.cost <= 0 {
					continue
				}
				weight := o.needs[u] / (o.cost * o.cost)
				over += weight * (o.cost - dot(o.needs, costs) + o.needs[u]*costs[u])
				under += weight * o.needs[u]
			}
			if under == 0 {
				continue
			}
			best := over / under
			if best < 0 {
				best = 0
			}
			if change := best - costs[u]; change*change > moved {
				moved = change * change
			}
			costs[u] = best
		}
		if moved < settled*settled {
			break
		}
	}
	return costs
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}
