package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"bora/loadtests/free"
)

// objectDoor is a door that serves S3, and HTTP besides.
type objectDoor struct {
	name, http, s3 string // ports
}

func objectDoors(count int) ([]objectDoor, error) {
	var all []objectDoor
	for n := 1; n <= count; n++ {
		http, err := free.Port()
		if err != nil {
			return nil, err
		}
		s3, err := free.Port()
		if err != nil {
			return nil, err
		}
		all = append(all, objectDoor{fmt.Sprintf("door%d", n), http, s3})
	}
	return all, nil
}

func doorNames(doors []objectDoor) []string {
	var found []string
	for _, d := range doors {
		found = append(found, d.name)
	}
	return found
}

// writeDoor has a door send clients on to the others, and take theirs.
func (s site) writeDoor(d objectDoor, backends []string, bandwidth string) error {
	addresses := make([]string, 0, len(backends))
	for _, backend := range backends {
		addresses = append(addresses, "'localhost:"+backend+"'")
	}
	limit := ""
	if bandwidth != "" {
		limit = "admission: {transfers: {bandwidth: " + bandwidth + "}}\n"
	}
	return s.write(d.name, limit+fmt.Sprintf(`endpoint: {host: localhost, address: 127.0.0.1, http-port: %s, s3-port: %s, redirect-host: localhost}
credentials:
  certificate: grid/host/hostcert.pem
  key: grid/host/hostkey.pem
  trust: grid/certificates
  vomsdir: grid/vomsdir
areas:
  - name: testvo
    sfn: /testvo
    root: data/testvo
    rules:
      - allow all to vo testvo
`, d.http, d.s3)+link(d.name)+fmt.Sprintf("  backends: [%s]\n", strings.Join(addresses, ", ")))
}

// openDoors starts them, when the backends serve.
func (f *fleet) openDoors(ctx context.Context, s site, backends []string) error {
	var all []half
	for _, d := range f.doors {
		if err := s.writeDoor(d, backends, f.doorBandwidth); err != nil {
			return err
		}
		all = append(all, half{name: d.name})
	}
	return f.halves(ctx, "door", all)
}

// forObjects are the arguments of the program that loads them.
func (f *fleet) forObjects() []string {
	grid := filepath.Join(f.home, "grid")
	var addresses []string
	command := []string{"-proxy", filepath.Join(grid, "proxies/alice-voms"), "-certificates", filepath.Join(grid, "certificates"),
		"-http", "https://localhost:" + f.doors[0].http}
	for _, d := range f.doors {
		addresses = append(addresses, "https://localhost:"+d.s3)
		command = append(command, "-process", d.name+"="+filepath.Join(f.home, d.name+".process"))
	}
	return append(command, "-doors", strings.Join(addresses, ","))
}
