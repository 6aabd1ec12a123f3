package main

import (
	"bytes"
	"context"
	"crypto/x509"
	"fmt"
	"hash/adler32"
	"io"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/dav"
)

const (
	// sources of one way: each is copied many times, under names of its own
	sources   = 8
	mostTold  = 5
	directory = "/copies"
	patience  = 5 * time.Minute
)

// site is a server whose files this machine can read.
type site struct {
	name, path, directory, token string
	*dav.Client
}

func newSite(text string, trust *x509.CertPool, user *client.Credential, connections int) (*site, error) {
	words := strings.Split(text, ",")
	if len(words) != 5 {
		return nil, fmt.Errorf("'%s' is not NAME,URL,PATH,DIRECTORY,TOKEN", text)
	}
	if words[4] != "" {
		user = nil // it knows the user by the token
	}
	return &site{words[0], words[2] + directory, words[3] + directory, words[4], dav.New(words[1], trust, user, words[4], connections)}, nil
}

func (s *site) at(name string) string { return s.path + "/" + name }

// sum reads a file as it lies on the disk of its server.
func (s *site) sum(name string) (uint32, int64, error) {
	file, err := os.Open(filepath.Join(s.directory, name))
	if err != nil {
		return 0, 0, err
	}
	defer file.Close()
	sum := adler32.New()
	size, err := io.Copy(sum, file)
	return sum.Sum32(), size, err
}

// way is who copies how.
type way struct {
	active, passive *site
	pull            bool
}

func newWay(text string, sites map[string]*site) (way, error) {
	words := strings.Split(text, ",")
	if len(words) != 3 || sites[words[0]] == nil || sites[words[2]] == nil || (words[1] != "pull" && words[1] != "push") {
		return way{}, fmt.Errorf("'%s' is not ACTIVE,pull|push,PASSIVE with names of sites", text)
	}
	return way{sites[words[0]], sites[words[2]], words[1] == "pull"}, nil
}

func (w way) String() string {
	if w.pull {
		return w.active.name + " pulls from " + w.passive.name
	}
	return w.active.name + " pushes to " + w.passive.name
}

func (w way) ends() (from, to *site) {
	if w.pull {
		return w.passive, w.active
	}
	return w.active, w.passive
}

// row is what came of one way with one number of streams.
type row struct {
	Way                string   `json:"way"`
	Streams            int      `json:"streams"`
	Files              int      `json:"files"`
	Failures           int      `json:"failures"`
	Bytes              int      `json:"bytes_of_a_file"`
	Seconds            float64  `json:"seconds"`
	MegabytesPerSecond float64  `json:"mb_per_s"`
	FilesPerSecond     float64  `json:"files_per_s"`
	RemoteAddresses    int      `json:"remote_addresses"`
	Why                []string `json:"why,omitempty"`
}

// source is a file that is to be copied.
type source struct {
	name string
	sum  uint32
	size int64
}

func (w way) play(ctx context.Context, o options, streams int) (row, error) {
	from, to := w.ends()
	for _, s := range []*site{from, to} {
		s.Leave() // a server may have closed what was kept
		if err := s.MakeDirectory(ctx, s.path); err != nil {
			return row{}, fmt.Errorf("the directory at %s: %w", s.name, err)
		}
	}
	files, err := w.prepare(ctx, from, o, streams)
	if err != nil {
		return row{}, err
	}
	r := row{Way: w.String(), Streams: streams, Files: o.files, Bytes: int(files[0].size)}
	var mutex sync.Mutex
	next := make(chan int)
	var working sync.WaitGroup
	begun := time.Now()
	var bytes int64
	for worker := 0; worker < o.parallel; worker++ {
		working.Add(1)
		go func() {
			defer working.Done()
			for i := range next {
				file := files[i%len(files)]
				addresses, err := w.copy(ctx, file, fmt.Sprintf("copy-%d-%d", streams, i), streams)
				mutex.Lock()
				bytes += file.size
				if addresses > r.RemoteAddresses {
					r.RemoteAddresses = addresses
				}
				if err != nil {
					if r.Failures++; r.Failures <= mostTold {
						r.Why = append(r.Why, err.Error())
					}
				}
				mutex.Unlock()
			}
		}()
	}
	for i := 0; i < o.files && ctx.Err() == nil; i++ {
		next <- i
	}
	close(next)
	working.Wait()
	r.Seconds = time.Since(begun).Seconds()
	r.MegabytesPerSecond, r.FilesPerSecond = float64(bytes)/1e6/r.Seconds, float64(o.files)/r.Seconds
	for _, s := range []*site{from, to} {
		for _, file := range files {
			_ = s.Delete(ctx, s.at(file.name)) // only one of the two has it
		}
	}
	return r, ctx.Err()
}

// prepare stores what is to be copied.
func (w way) prepare(ctx context.Context, at *site, o options, streams int) ([]source, error) {
	random := rand.New(rand.NewSource(o.seed))
	var files []source
	for i := 0; i < sources && i < o.files; i++ {
		content := make([]byte, streams*o.megabytes<<20+random.Intn(1000)) // of odd sizes
		random.Read(content)
		name := fmt.Sprintf("source-%d-%d", streams, i)
		if err := at.Put(ctx, at.at(name), bytes.NewReader(content), int64(len(content))); err != nil {
			return nil, fmt.Errorf("a file for %s: %w", at.name, err)
		}
		files = append(files, source{name, adler32.Checksum(content), int64(len(content))})
	}
	return files, nil
}

// copy is one copy, compared with its source and removed again.
func (w way) copy(ctx context.Context, file source, name string, streams int) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, to := w.ends()
	ask, path, other := w.active.Pull, w.active.at(name), w.passive.URL(w.passive.at(file.name))
	if !w.pull {
		ask, path, other = w.active.Push, w.active.at(file.name), w.passive.URL(w.passive.at(name))
	}
	told, err := ask(ctx, path, other, w.passive.token, streams)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	if !told.Good() {
		return told.Addresses, fmt.Errorf("%s: %s", name, told.Verdict)
	}
	sum, size, err := to.sum(name)
	if err != nil {
		return told.Addresses, fmt.Errorf("%s was told to be there: %w", name, err)
	}
	if sum != file.sum || size != file.size {
		return told.Addresses, fmt.Errorf("%s has %d bytes with ADLER32 %08x, its source %d with %08x", name, size, sum, file.size, file.sum)
	}
	if err := to.Delete(ctx, to.at(name)); err != nil {
		return told.Addresses, fmt.Errorf("the copy %s cannot be removed: %w", name, err)
	}
	return told.Addresses, nil
}
