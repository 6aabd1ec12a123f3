// Package plot draws lines over an axis as SVG, without anything from outside.
package plot

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
)

// Plot is one picture.
type Plot struct {
	Title  string
	Across string // name of the horizontal axis, with its unit
	Up     string // of the vertical one
	Log    bool   // whether the horizontal axis is logarithmic
	Lines  []Line
}

// Line goes through its points in their order.
type Line struct {
	Name   string
	Points []Point
	Dashed bool // for references
	Marks  bool // single figures: no line
}

// Point is in the units of the axes.
type Point struct{ X, Y float64 }

const (
	width, height            = 760, 360
	left, right, top, bottom = 74, 20, 40, 52
	legendLine               = 20
)

// colours that people with colour blindness tell apart (Okabe and Ito)
var colours = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"}

// SVG is the picture; empty when no line has a point. Lines without any are left out.
func (p Plot) SVG() string {
	var known []Line
	for _, line := range p.Lines {
		if len(line.Points) > 0 {
			known = append(known, line)
		}
	}
	p.Lines = known
	across, up := p.scales()
	if across == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' role='img'>\n", width, height+legendLine*len(p.Lines))
	fmt.Fprintf(&b, "<text x='%d' y='22' class='title'>%s</text>\n", left, html.EscapeString(p.Title))
	p.axes(&b, across, up)
	for i, line := range p.Lines {
		p.line(&b, i, line, across, up)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func (p Plot) scales() (across, up *scale) {
	least, most, highest := math.Inf(1), math.Inf(-1), 0.0
	for _, line := range p.Lines {
		for _, at := range line.Points {
			least, most = math.Min(least, at.X), math.Max(most, at.X)
			highest = math.Max(highest, at.Y)
		}
	}
	if math.IsInf(least, 1) {
		return nil, nil
	}
	if p.Log && least > 0 {
		across = logarithmic(least, most, left, width-right)
	} else {
		across = linear(most, left, width-right)
	}
	return across, linear(highest, height-bottom, top)
}

func (p Plot) axes(b *strings.Builder, across, up *scale) {
	for _, mark := range up.marks {
		y := up.at(mark)
		fmt.Fprintf(b, "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' class='grid'/><text x='%d' y='%.1f' text-anchor='end'>%s</text>\n",
			left, y, width-right, y, left-6, y+4, round(mark))
	}
	for _, mark := range across.marks {
		x := across.at(mark)
		fmt.Fprintf(b, "<line x1='%.1f' y1='%d' x2='%.1f' y2='%d' class='grid'/><text x='%.1f' y='%d' text-anchor='middle'>%s</text>\n",
			x, top, x, height-bottom, x, height-bottom+16, round(mark))
	}
	fmt.Fprintf(b, "<text x='%d' y='%d' text-anchor='middle'>%s</text>\n", (left+width-right)/2, height-bottom+36, html.EscapeString(p.Across))
	fmt.Fprintf(b, "<text transform='translate(16 %d) rotate(-90)' text-anchor='middle'>%s</text>\n", (top+height-bottom)/2, html.EscapeString(p.Up))
}

func (p Plot) line(b *strings.Builder, i int, line Line, across, up *scale) {
	colour := colours[i%len(colours)]
	dash := ""
	if line.Dashed || i >= len(colours) {
		dash = " stroke-dasharray='6 4'"
	}
	y := height + legendLine*i + 6
	if line.Marks {
		for _, at := range line.Points {
			fmt.Fprintf(b, "<path d='%s' stroke='%s' stroke-width='2' fill='none'/>\n", cross(across.at(at.X), up.at(at.Y)), colour)
		}
		fmt.Fprintf(b, "<path d='%s' stroke='%s' stroke-width='2' fill='none'/>", cross(left+15, float64(y-4)), colour)
	} else {
		var points []string
		for _, at := range line.Points {
			points = append(points, fmt.Sprintf("%.1f,%.1f", across.at(at.X), up.at(at.Y)))
		}
		fmt.Fprintf(b, "<polyline points='%s' fill='none' stroke='%s' stroke-width='2'%s/>\n", strings.Join(points, " "), colour, dash)
		if len(points) <= 40 {
			for _, point := range points {
				x, y, _ := strings.Cut(point, ",")
				fmt.Fprintf(b, "<circle cx='%s' cy='%s' r='3' fill='%s'/>", x, y, colour)
			}
		}
		fmt.Fprintf(b, "<line x1='%d' y1='%d' x2='%d' y2='%d' stroke='%s' stroke-width='2'%s/>", left, y-4, left+30, y-4, colour, dash)
	}
	fmt.Fprintf(b, "<text x='%d' y='%d'>%s</text>\n", left+38, y, html.EscapeString(line.Name))
}

// cross is drawn for a single figure.
func cross(x, y float64) string {
	const arm = 5
	return fmt.Sprintf("M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1f", x-arm, y-arm, x+arm, y+arm, x-arm, y+arm, x+arm, y-arm)
}

func round(value float64) string {
	if value >= 1e5 {
		return strconv.FormatFloat(value, 'g', 3, 64)
	}
	return strconv.FormatFloat(value, 'f', -1, 64)
}
