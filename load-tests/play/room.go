package main

import (
	"fmt"
	"syscall"

	"bora/loadtests/scenario"
)

// spare is left free on the disk besides what the clients' files take.
const spare = 1 << 30

// bytesAt is what all clients' files take at most at the same time: each has one.
func bytesAt(s *scenario.Scenario, value int) int64 {
	sum := int64(0)
	for _, g := range s.Groups {
		writes := false
		for _, steps := range [][]scenario.Step{g.Before, g.Sequence, g.Beside} {
			for _, step := range steps {
				writes = writes || step == scenario.Write || step == scenario.Copy || step == scenario.Direct
			}
		}
		if writes {
			sum += int64(s.ClientsAt(g, value)) * int64(g.Size)
		}
	}
	return sum
}

func largest(s *scenario.Scenario) int64 {
	most := int64(0)
	for _, value := range s.Axis.Values {
		if bytes := bytesAt(s, value); bytes > most {
			most = bytes
		}
	}
	return most
}

// room says what the files will take, and refuses to begin where the disk has not so much.
func (p *player) room() error {
	const worthSaying = 100 << 20
	needed := largest(p.scenario)
	if needed < worthSaying {
		return nil
	}
	door, err := p.place.door(p.place.top)
	if err != nil {
		return err
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(door.Path, &disk); err != nil {
		return nil // the storage is not on this machine: the service will say when it is full
	}
	free := int64(disk.Bavail) * disk.Bsize
	fmt.Printf("  files of the clients take up to %.1f GB at the same time; %.1f GB are free at %s\n", gigabytes(needed), gigabytes(free), door.Path)
	if free < needed+spare {
		return fmt.Errorf("no room: %.1f GB are needed at %s, and 1 GB to spare; use --set size=... or fewer clients", gigabytes(needed), door.Path)
	}
	return nil
}

func gigabytes(bytes int64) float64 { return float64(bytes) / 1e9 }
