package plot

import (
	"encoding/xml"
	"io"
	"math"
	"strings"
	"testing"
)

func TestAPictureIsWellFormedAndWithinItsFrame(t *testing.T) {
	p := Plot{Title: "a < b & c", Across: "clients", Up: "seconds", Lines: []Line{
		{Name: "mean", Points: []Point{{0, 0}, {1000, 17.1}, {2000, 40}}},
		{Name: "reference", Dashed: true, Points: []Point{{2000, 20}}},
		{Name: "published", Marks: true, Points: []Point{{500, 39}}},
		{Name: "nothing known"},
	}}
	svg := p.SVG()
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err, svg)
		}
	}
	for _, wanted := range []string{"a &lt; b &amp; c", "74.0,328.0 405.0,205.7 736.0,", "stroke-dasharray", ">2000</text>"} {
		if !strings.Contains(svg, wanted) {
			t.Errorf("%q is not in\n%s", wanted, svg)
		}
	}
	if strings.Contains(svg, "nothing known") {
		t.Error("the legend has a line that is not there")
	}
}

func TestNothingToDrawIsNoPicture(t *testing.T) {
	if svg := (Plot{Title: "x", Lines: []Line{{Name: "empty"}}}).SVG(); svg != "" {
		t.Fatal(svg)
	}
}

func TestMarksAreRoundAndReachTheHighest(t *testing.T) {
	for _, most := range []float64{0.004, 0.13, 1, 3, 9.99, 17.1, 59, 61, 99, 100, 101, 2000, 123456} {
		s := linear(most, 0, 100)
		last := s.marks[len(s.marks)-1]
		if n := len(s.marks); n < 3 || n > 9 || last < most || last > 1.6*most || s.at(most) > 100.0001 {
			t.Errorf("%v: %v", most, s.marks)
		}
	}
	if s := linear(0, 0, 100); s.at(0) != 0 || len(s.marks) < 2 {
		t.Errorf("zero: %v", s.marks)
	}
}

func TestALogarithmicAxisGivesEveryPowerTheSameRoom(t *testing.T) {
	s := logarithmic(10, 1000000, 0, 50)
	if len(s.marks) != 16 || s.at(10) != 0 || math.Abs(s.at(100)-10) > 1e-9 || math.Abs(s.at(1e6)-50) > 1e-9 || s.labels[0] != "10" || s.labels[1] != "" ||
		s.labels[15] != "1M" || s.labels[12] != "100k" {
		t.Fatalf("%v, %v, %v", s.marks, s.labels, s.at(100))
	}
	if s := logarithmic(1, 1, 0, 50); s.at(1) != 0 || len(s.marks) != 4 {
		t.Fatalf("%v", s.marks)
	}
}

func TestALogarithmicAxisWastesNoRoomBeyondItsValues(t *testing.T) {
	for _, c := range []struct{ least, most, first, last float64 }{{1, 2000, 1, 2000}, {0.013, 13.3, 0.01, 20}, {3, 30, 2, 50}, {5, 5.1, 5, 10}, {0.2, 0.5, 0.2, 0.5}} {
		s := logarithmic(c.least, c.most, 0, 50)
		if first, last := s.marks[0], s.marks[len(s.marks)-1]; math.Abs(first/c.first-1) > 1e-6 || math.Abs(last/c.last-1) > 1e-6 {
			t.Errorf("%v: %v", c, s.marks)
		}
	}
}

func TestWhatIsNotAboveZeroIsNotOnALogarithmicAxis(t *testing.T) {
	p := Plot{LogX: true, LogY: true, Lines: []Line{{Name: "some", Points: []Point{{0, 1}, {1, 0}, {2, 1}, {10, 2}}}, {Name: "nothing", Points: []Point{{1, 0}}}},
		Bands: []Band{{1, 10, "ten"}, {0.1, 0.2, "outside"}}, Note: "a < b"}
	svg := p.SVG()
	if strings.Contains(svg, "nothing") || strings.Contains(svg, "outside") || strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") || strings.Count(svg, "<circle") != 2 ||
		!strings.Contains(svg, ">ten<") || !strings.Contains(svg, "a &lt; b") {
		t.Fatal(svg)
	}
}
