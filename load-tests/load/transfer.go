package load

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strconv"

	"bora/loadtests/scenario"
)

// transfer lets globus-url-copy bring a file of the group's size there.
func (w *worker) transfer(ctx context.Context, s scenario.Step, turl string) outcome {
	patient, cancel := context.WithTimeout(ctx, w.group.Patience)
	defer cancel()
	command := exec.CommandContext(patient, w.site.Transfer, "-p", strconv.Itoa(w.group.Streams), "file://"+w.site.Payloads[w.group.Size], turl)
	command.Env = append(os.Environ(), "X509_USER_PROXY="+w.site.Proxies[w.label], "X509_CERT_DIR="+w.site.Certificates,
		// it announces an address of its own for the data: keep it on loopback
		"GLOBUS_HOSTNAME=localhost")
	output, err := command.CombinedOutput()
	switch {
	case err == nil:
		return done
	case over(ctx):
		return cut
	}
	w.tally.answers["transfer failed"]++
	w.tally.examples["transfer"] = fmt.Sprintf("%s: %v: %.300s", s, err, output)
	return failed
}

// direct is the same transfer to where the service keeps its files, without asking it.
func (w *worker) direct(ctx context.Context) outcome {
	target := w.site.Door + "/direct-" + w.name
	how := w.transfer(ctx, scenario.Direct, target)
	if how != done {
		return how
	}
	parsed, err := url.Parse(target)
	if err == nil {
		err = os.Remove(parsed.Path)
	}
	if err != nil {
		w.tally.examples["direct"] = "direct: " + err.Error()
		return failed
	}
	return done
}
