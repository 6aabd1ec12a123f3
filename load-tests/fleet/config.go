package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// site is what the configuration files say.
type site struct {
	home, port string            // of the first frontend: in the SURLs
	database   string            // what the files say of it
	through    map[string]string // what those of single backends say instead
	more       string            // for backends, at the end
	doors      []string          // ports of GridFTP servers
	tape       bool              // whether there are areas on tape
	balanced   bool              // whether clients come through a balancer, which says who they are
}

// onTape are two areas more. The marks of the buffer are low, so that files leave the disk and come back all the time; its size is not,
// so that no put finds it full.
const onTape = `  - name: testvo-d1t1
    sfn: /testvo-d1t1
    root: data/testvo-d1t1
    class: d1t1
    library: tapes
    rules:
      - allow all to vo testvo
  - name: testvo-d0t1
    sfn: /testvo-d0t1
    root: data/testvo-d0t1
    class: d0t1
    library: tapes
    size: 1GiB
    buffer: {high: 2, low: 1}
    rules:
      - allow all to vo testvo
tape:
  libraries:
    - name: tapes
      driver: virtual
      virtual: {volumes: 40, volume-size: 512MiB, mount: 100ms, unmount: 50ms, locate: 10ms}
  migration: {max-age: 1s, check: 1s, lease: 30s, retry-first: 5s}
  recall: {check: 200ms, gather: 0s, retry-first: 2s, cost-of-mount: 1s, cost-of-file: 0s}
  buffer-check: 1s
  drive-lease: 20s
`

func (s site) common(port string) string {
	text := fmt.Sprintf(`endpoint: {host: localhost, address: 127.0.0.1, port: %s}
credentials:
  certificate: grid/host/hostcert.pem
  key: grid/host/hostkey.pem
  trust: grid/certificates
  vomsdir: grid/vomsdir
database: %s
areas:
  - name: testvo
    sfn: /testvo
    root: data/testvo
    rules:
      - allow all to vo testvo
`, port, s.database)
	if s.tape {
		text += onTape
	}
	text += "mapping: {grid-mapfile: grid/gridmap, allow-root: true}\ndoors:\n"
	for _, door := range s.doors {
		text += fmt.Sprintf("  - {host: localhost, port: %s}\n", door)
	}
	return text
}

func (s site) writeBackend(name, port string, frontends []string) error {
	subjects := make([]string, 0, len(frontends))
	for _, frontend := range frontends {
		subjects = append(subjects, "'"+subject(frontend)+"'")
	}
	if through := s.through[name]; through != "" {
		s.database = through
	}
	return s.write(name, s.common(s.port)+link(name)+
		fmt.Sprintf("  port: %s\n  address: 127.0.0.1\n  frontends: [%s]\n", port, strings.Join(subjects, ", "))+s.more)
}

func (s site) writeFrontend(name, port string, backends []string) error {
	addresses := make([]string, 0, len(backends))
	for _, backend := range backends {
		addresses = append(addresses, "'localhost:"+backend+"'")
	}
	text := s.common(port) + link(name) + fmt.Sprintf("  backends: [%s]\n", strings.Join(addresses, ", "))
	if s.balanced {
		text += "connections: {balancers: [127.0.0.1]}\n"
	}
	return s.write(name, text)
}

func link(name string) string {
	return fmt.Sprintf("link:\n  authorities: link/ca.pem\n  certificate: link/%s.pem\n  key: link/%s.key\n", name, name)
}

func (s site) write(name, text string) error {
	return os.WriteFile(filepath.Join(s.home, name+".yaml"), []byte(text), 0o600)
}

// balancer passes TCP connections through, as docs/operate/split.md says: one door for each number of
// frontends.
func balancer(doors map[int]string, frontends []string) string {
	text := "global\n  maxconn 4000\ndefaults\n  mode tcp\n  timeout connect 5s\n  timeout client 2m\n  timeout server 2m\n"
	for n := 1; n <= len(frontends); n++ {
		if doors[n] == "" {
			continue
		}
		text += fmt.Sprintf("listen srm%d\n  bind 127.0.0.1:%s\n  balance roundrobin\n", n, doors[n])
		for i, frontend := range frontends[:n] {
			text += fmt.Sprintf("  server frontend%d 127.0.0.1:%s send-proxy-v2\n", i+1, frontend)
		}
	}
	return text
}
