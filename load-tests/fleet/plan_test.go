package main

import (
	"archive/zip"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestFrontendsStandBeforeOneBackendAndTheDoorsGrow(t *testing.T) {
	p, err := planOf(options{axis: "frontends", values: "1 2 4"})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(names(p.frontends), []string{"frontend1", "frontend2", "frontend3", "frontend4"}) || len(p.backends) != 1 {
		t.Fatalf("%+v", p)
	}
	all := ports(p.frontends)
	if !reflect.DeepEqual(p.doors, map[int][]string{1: all[:1], 2: all[:2], 4: all}) || p.held() != "frontend" {
		t.Fatalf("%+v", p.doors)
	}
	for _, f := range p.frontends {
		if !reflect.DeepEqual(f.backends, ports(p.backends)) {
			t.Errorf("%+v", f)
		}
	}
}

func TestEachNumberOfBackendsHasAFrontendOfItsOwn(t *testing.T) {
	p, err := planOf(options{axis: "backends", values: "1 3"})
	if err != nil {
		t.Fatal(err)
	}
	all := ports(p.backends)
	if len(all) != 3 || len(p.frontends) != 2 || p.held() != "backend" {
		t.Fatalf("%+v", p)
	}
	for i, value := range []int{1, 3} {
		if f := p.frontends[i]; !reflect.DeepEqual(f.backends, all[:value]) || !reflect.DeepEqual(p.doors[value], []string{f.port}) {
			t.Errorf("%d: %+v %v", value, f, p.doors)
		}
	}
}

func TestABalancerHasOneDoorForEachNumber(t *testing.T) {
	p, err := planOf(options{axis: "frontends", values: "1 2", balancer: "haproxy"})
	if err != nil {
		t.Fatal(err)
	}
	text := balancer(p.balanced, ports(p.frontends))
	if strings.Count(text, "listen srm") != 2 || strings.Count(text, "server frontend") != 3 || !strings.Contains(text, "mode tcp") || strings.Count(text, "send-proxy-v2") != 3 ||
		!strings.Contains(text, "bind 127.0.0.1:"+p.doors[2][0]) {
		t.Fatalf("%v\n%s", p.doors, text)
	}
}

func TestAPlanThatMakesNoSenseIsRefused(t *testing.T) {
	for _, o := range []options{
		{axis: "frontends", values: "1 x"}, {axis: "frontends", values: "4 2"}, {axis: "frontends", values: "17"}, {axis: "frontends"},
		{axis: "clients", values: "1"}, {axis: "backends", values: "1", balancer: "haproxy"},
	} {
		if _, err := planOf(o); err == nil {
			t.Errorf("%+v", o)
		}
	}
}

func TestTheHalvesKnowEachOther(t *testing.T) {
	s := site{home: t.TempDir(), port: "4000", database: "{url: x}", doors: []string{"2000", "2001"}, balanced: true}
	if err := s.writeBackend("backend1", "5000", []string{"frontend1", "frontend2"}); err != nil {
		t.Fatal(err)
	}
	if err := s.writeFrontend("frontend2", "4001", []string{"5000", "5001"}); err != nil {
		t.Fatal(err)
	}
	for name, wanted := range map[string][]string{
		"backend1":  {"port: 4000}", "{url: x}", "port: 2001", "link/backend1.key", "  port: 5000", "['/DC=test/CN=frontend1', '/DC=test/CN=frontend2']"},
		"frontend2": {"port: 4001}", "link/frontend2.pem", "backends: ['localhost:5000', 'localhost:5001']", "balancers: [127.0.0.1]"},
	} {
		text, err := os.ReadFile(filepath.Join(s.home, name+".yaml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range wanted {
			if !strings.Contains(string(text), part) {
				t.Errorf("%s: %q is not in\n%s", name, part, text)
			}
		}
	}
}

func TestOnlyWhatAServerNeedsIsUnpacked(t *testing.T) {
	directory := t.TempDir()
	jar := filepath.Join(directory, "x.jar")
	file, err := os.Create(jar)
	if err != nil {
		t.Fatal(err)
	}
	archive := zip.NewWriter(file)
	for _, name := range []string{"p/linux/bin/mariadbd", "p/linux/bin/mariadb", "p/linux/share/english/errmsg.sys", "p/linux/share/../../evil", "bin/mariadbd"} {
		if _, err := archive.Create(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	file.Close()
	to := filepath.Join(directory, "server")
	if err := unpack(jar, to); err != nil {
		t.Fatal(err)
	}
	for name, there := range map[string]bool{"bin/mariadbd": true, "bin/mariadb": false, "share/english/errmsg.sys": true} {
		if _, err := os.Stat(filepath.Join(to, name)); (err == nil) != there {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Stat(filepath.Join(directory, "evil")); err == nil {
		t.Error("a file was written outside")
	}
}

func TestAProcessThatEndsInsteadOfServingIsToldWithWhatItSaid(t *testing.T) {
	p, err := start(t.TempDir(), "broken", nil, "sh", "-c", "echo the reason; exit 3")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.await(context.Background(), func() bool { return false }); err == nil || !strings.Contains(err.Error(), "broken ended:\nthe reason") {
		t.Fatalf("got %v", err)
	}
	p.stop() // of one that has ended
}

func TestAProcessThatServesIsStopped(t *testing.T) {
	p, err := start(t.TempDir(), "server", []string{"WORD=ready"}, "sh", "-c", "echo $WORD; exec sleep 60")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.await(context.Background(), p.says("ready")); err != nil {
		t.Fatal(err)
	}
	p.stop()
	if p.cmd.ProcessState == nil {
		t.Error("it still runs")
	}
}
