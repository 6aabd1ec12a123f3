package scenario

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Load reads FILE.scn; the scenario's name is the file's. What overrides says replaces what the file
// says of the same keys, by the same rules.
func Load(file string, overrides []string) (*Scenario, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	name := strings.TrimSuffix(filepath.Base(file), ".scn")
	return Parse(name, file, string(text), overrides)
}

// Parse reads the text of a scenario. Errors begin with file and line.
func Parse(name, file, text string, overrides []string) (*Scenario, error) {
	p := &parser{file: file, seen: map[string]int{}, scenario: &Scenario{
		Name: name, Duration: 20 * time.Second, Rounds: 1, Limit: 5 * time.Minute,
		Connections: []Connection{New},
	}}
	p.shared = Group{Name: "all", Patience: 60 * time.Second, Pause: time.Second, Poll: time.Second, Size: 1000, Streams: 1,
		Users: []string{"alice-voms"}}
	if len(text) > longestFile {
		return nil, fmt.Errorf("%s: longer than %d bytes", file, longestFile)
	}
	if err := p.override(overrides); err != nil {
		return nil, err
	}
	for i, line := range strings.Split(text, "\n") {
		p.number = i + 1
		if err := p.line(line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, p.number, err)
		}
	}
	if err := p.promises(); err != nil {
		return nil, err
	}
	if err := p.finish(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return p.scenario, nil
}

type parser struct {
	file     string
	scenario *Scenario
	shared   Group // what groups have when they do not say otherwise
	group    *Group
	seen     map[string]int
	over     map[string]string
	expected []promise
	number   int // of the line
}

// promise is an expectation that cannot be understood before the axis is known.
type promise struct {
	line int
	text string
}

func (p *parser) override(overrides []string) error {
	p.over = map[string]string{}
	for _, text := range overrides {
		key, value, found := strings.Cut(text, "=")
		if !found {
			return fmt.Errorf("--set %s: KEY=VALUE is wanted", text)
		}
		if key == "group" || key == "expect" || key == "published" {
			return fmt.Errorf("--set %s: %s is for files only", text, key)
		}
		if err := p.set(key, value); err != nil {
			return fmt.Errorf("--set %s: %w", text, err)
		}
		p.over[key] = value
	}
	return nil
}

func (p *parser) line(line string) error {
	line = strings.TrimSpace(line)
	if line == "" || strings.HasPrefix(line, "#") {
		return nil
	}
	key, value, found := strings.Cut(line, ":")
	if !found {
		return fmt.Errorf("'%s' is not KEY: VALUE", line)
	}
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	if value == "" {
		return fmt.Errorf("%s: has no value", key)
	}
	switch key {
	case "group":
		return p.begin(value)
	case "expect":
		p.expected = append(p.expected, promise{p.number, value})
		return nil
	case "published":
		figure, err := publishedOf(value)
		p.scenario.Published = append(p.scenario.Published, figure)
		return err
	}
	if p.seen[key]++; p.seen[key] > 1 {
		return fmt.Errorf("%s: is said twice", key)
	}
	// the axis is overridden, not the clients of one group
	if by, overridden := p.over[key]; overridden && !(p.group != nil && key == Clients) {
		// the file's own value must be right all the same
		if err := p.set(key, value); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		value = by
	}
	if err := p.set(key, value); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

func (p *parser) begin(name string) error {
	if !nameRule.MatchString(name) {
		return fmt.Errorf("group: '%s' is not a word of small letters, digits and hyphens", name)
	}
	for _, g := range p.scenario.Groups {
		if g.Name == name {
			return fmt.Errorf("group: there is one '%s' already", name)
		}
	}
	if len(p.scenario.Groups) == mostGroups {
		return fmt.Errorf("group: more than %d", mostGroups)
	}
	g := p.shared
	g.Name = name
	g.Number = len(p.scenario.Groups)
	p.scenario.Groups = append(p.scenario.Groups, g)
	p.group = &p.scenario.Groups[len(p.scenario.Groups)-1]
	for key := range p.seen {
		delete(p.seen, key)
	}
	return nil
}

// promises are understood last: the axis may stand below them.
func (p *parser) promises() error {
	s := p.scenario
	if s.Axis.Key == "" {
		s.Axis = Axis{Key: Clients, Values: []int{1}}
	}
	for _, said := range p.expected {
		e, err := expectationOf(said.text, s.Axis.Key)
		if err != nil {
			return fmt.Errorf("%s:%d: expect: %w", p.file, said.line, err)
		}
		s.Expected = append(s.Expected, e)
	}
	return nil
}

// finish checks what can only be said of the whole.
func (p *parser) finish() error {
	s := p.scenario
	if s.Title == "" {
		return fmt.Errorf("title: is missing")
	}
	if len(s.Groups) == 0 {
		s.Groups = []Group{p.shared}
	}
	for _, value := range s.Axis.Values {
		if err := s.checkAt(value); err != nil {
			return err
		}
	}
	if s.Limit < s.Duration {
		return fmt.Errorf("limit: %s is shorter than duration, %s", s.Limit, s.Duration)
	}
	if s.Longest() > longestRun {
		return fmt.Errorf("limit: all values together may take %s; allowed are %s", s.Longest(), longestRun)
	}
	return nil
}

func (s *Scenario) checkAt(value int) error {
	all := 0
	for _, g := range s.Groups {
		if len(g.Sequence) == 0 {
			return fmt.Errorf("sequence: is missing in group %s", g.Name)
		}
		if err := s.checkApart(g); err != nil {
			return err
		}
		all += s.ClientsAt(g, value)
	}
	if all > mostClients {
		return fmt.Errorf("clients: %d in all groups at %s %d; allowed are %d", all, s.Axis.Key, value, mostClients)
	}
	return nil
}

// checkApart refuses what clients in several processes cannot share.
func (s *Scenario) checkApart(g Group) error {
	if !g.Apart {
		return nil
	}
	if s.Calls > 0 {
		return fmt.Errorf("process: own, of group %s: calls are counted within one process", g.Name)
	}
	if g.does(Copy) || g.does(Direct) {
		return fmt.Errorf("process: own, of group %s: transfers are processes already", g.Name)
	}
	return nil
}
