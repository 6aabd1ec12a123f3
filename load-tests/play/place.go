package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/scenario"
)

// place is the directory of a run, and in it one for each point.
type place struct {
	server *client.Server
	top    string // SURL
	filled []string
}

const setUpPatience = 100 * time.Second

func newPlace(server *client.Server, area string) (*place, error) {
	p := &place{server: server, top: area + fmt.Sprintf("/bench-%d", time.Now().UnixNano())}
	return p, p.mkdir(p.top)
}

// forPoint makes the directory of the clients: below so many others, or with so many entries.
func (p *place) forPoint(ctx context.Context, n int, axis string, value int) (string, error) {
	directory := fmt.Sprintf("%s/p%02d", p.top, n)
	if err := p.mkdir(directory); err != nil {
		return "", err
	}
	switch axis {
	case scenario.Depth:
		for level := 1; level < value && ctx.Err() == nil; level++ {
			directory += "/d"
			if err := p.mkdir(directory); err != nil {
				return "", err
			}
		}
	case scenario.Width:
		if err := p.fill(ctx, directory, value); err != nil {
			return "", err
		}
	}
	return directory, ctx.Err()
}

// fill makes files where the directory lies on this machine: a million of them by SRM would take
// longer than what is to be measured.
func (p *place) fill(ctx context.Context, directory string, entries int) error {
	door, err := p.door(directory)
	if err != nil {
		return err
	}
	local := door.Path
	if info, err := os.Stat(local); err != nil || !info.IsDir() {
		return fmt.Errorf("width: needs the storage on this machine, and %s is no directory here", local)
	}
	p.filled = append(p.filled, local)
	for i := 0; i < entries && ctx.Err() == nil; i++ {
		file, err := os.OpenFile(filepath.Join(local, fmt.Sprintf("entry-%07d", i)), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if err != nil {
			return err
		}
		if err := file.Close(); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// door is a directory as the GridFTP server knows it: found out by a TURL, without knowing how the
// service keeps its files.
func (p *place) door(directory string) (*url.URL, error) {
	probe := directory + "/probe"
	var answer client.Answer
	err := p.with(func(c *client.Connection) (client.Answer, error) {
		var err error
		if answer, err = c.AskPut(probe, 0); err != nil || answer.Turl == "" {
			return answer, err
		}
		_, err = c.Abort(answer.Token)
		return answer, err
	}, "SRM_SPACE_AVAILABLE")
	if err != nil {
		return nil, err
	}
	turl, err := url.Parse(answer.Turl)
	if err != nil {
		return nil, err
	}
	turl.Path = filepath.Dir(turl.Path)
	return turl, nil
}

// remove leaves nothing behind.
func (p *place) remove() error {
	for _, local := range p.filled {
		files, err := os.ReadDir(local)
		if err != nil {
			return err
		}
		for _, file := range files {
			if strings.HasPrefix(file.Name(), "entry-") {
				if err := os.Remove(filepath.Join(local, file.Name())); err != nil {
					return err
				}
			}
		}
	}
	c, err := p.server.DialUntil(context.Background(), time.Now().Add(setUpPatience))
	if err != nil {
		return err
	}
	defer c.Close()
	reply, err := c.Rmdir(p.top)
	if err == nil && reply.Code != "SRM_SUCCESS" {
		err = fmt.Errorf("%s cannot be removed: %s %s", p.top, reply.Code, reply.Explanation)
	}
	return err
}

func (p *place) mkdir(surl string) error {
	return p.with(func(c *client.Connection) (client.Answer, error) { return c.AskMkdir(surl) }, "SRM_SUCCESS")
}

// with asks, and again while the service is busy.
func (p *place) with(ask func(*client.Connection) (client.Answer, error), wanted string) error {
	const again = time.Second
	for end := time.Now().Add(setUpPatience); ; time.Sleep(again) {
		answer, err := p.once(ask, end)
		switch {
		case err != nil:
			return err
		case answer.Final() == wanted:
			return nil
		case answer.Code != "SRM_INTERNAL_ERROR" || time.Now().After(end):
			return fmt.Errorf("%s: the service answers %s instead of %s: %s", p.top, answer.Final(), wanted, answer.Why)
		}
	}
}

func (p *place) once(ask func(*client.Connection) (client.Answer, error), end time.Time) (client.Answer, error) {
	c, err := p.server.DialUntil(context.Background(), end)
	if err != nil {
		return client.Answer{}, err
	}
	defer c.Close()
	return ask(c)
}
