// Package plot draws lines over an axis as SVG, without anything from outside. Colours are the page's
// variables --line1 to --line8, so that it can have light and dark ones.
package plot

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// Plot is one picture.
type Plot struct {
	Title  string
	Across string // name of the horizontal axis, with its unit
	Up     string // of the vertical one
	LogX   bool   // whether the horizontal axis is logarithmic
	LogY   bool   // the vertical one: what is not above 0 is then not drawn
	Note   string // written into the picture
	Lines  []Line
	Bands  []Band
}

// Line goes through its points in their order.
type Line struct {
	Name   string
	Points []Point
	Dashed bool // for references
	Marks  bool // single figures: no line
	Colour int  // 1 to Colours; 0: the next
}

// Point is in the units of the axes.
type Point struct{ X, Y float64 }

// Band is a part of the horizontal axis with a word to it.
type Band struct {
	From, To float64
	Label    string
}

// Colours is how many there are; Palette has the variables of a page for them.
const Colours = 8

const (
	width, height            = 760, 380
	left, right, top, bottom = 74, 24, 42, 52
	legendLine               = 20
)

// SVG is the picture; empty when no line has a point. Lines without any are left out.
func (p Plot) SVG() string {
	p.Lines = p.drawable()
	across, up := p.scales()
	if across == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' role='img' aria-label='%s'>\n", width, height+legendLine*len(p.Lines)+6,
		html.EscapeString(p.Title))
	fmt.Fprintf(&b, "<text x='%d' y='22' class='title'>%s</text>\n", left, html.EscapeString(p.Title))
	p.bands(&b, across)
	p.axes(&b, across, up)
	for i, line := range p.Lines {
		p.line(&b, i, line, across, up)
	}
	if p.Note != "" {
		fmt.Fprintf(&b, "<text x='%d' y='%d' text-anchor='middle' class='note'>%s</text>\n", (left+width-right)/2, (top+height-bottom)/2, html.EscapeString(p.Note))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// drawable is what has a place on the axes.
func (p Plot) drawable() []Line {
	var known []Line
	for _, line := range p.Lines {
		var points []Point
		for _, at := range line.Points {
			if (!p.LogX || at.X > 0) && (!p.LogY || at.Y > 0) {
				points = append(points, at)
			}
		}
		if line.Points = points; len(points) > 0 {
			known = append(known, line)
		}
	}
	return known
}

func (p Plot) scales() (across, up *scale) {
	least, most := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, line := range p.Lines {
		for _, at := range line.Points {
			least = Point{math.Min(least.X, at.X), math.Min(least.Y, at.Y)}
			most = Point{math.Max(most.X, at.X), math.Max(most.Y, at.Y)}
		}
	}
	if math.IsInf(least.X, 1) {
		return nil, nil
	}
	return scaleOf(p.LogX, least.X, most.X, left, width-right), scaleOf(p.LogY, least.Y, most.Y, height-bottom, top)
}

func scaleOf(log bool, least, most, from, to float64) *scale {
	if log {
		return logarithmic(least, most, from, to)
	}
	return linear(most, from, to)
}

func (p Plot) bands(b *strings.Builder, across *scale) {
	for i, band := range p.Bands {
		from, to := math.Max(across.at(band.From), left), math.Min(across.at(band.To), width-right)
		if to < from {
			continue
		}
		fmt.Fprintf(b, "<rect x='%.1f' y='%d' width='%.1f' height='%d' class='band'/>", from, top, math.Max(to-from, 1), height-bottom-top)
		// two lines in turn: neighbours may be narrow
		fmt.Fprintf(b, "<text x='%.1f' y='%d' text-anchor='middle' class='small'>%s</text>\n", (from+to)/2, top+12+11*(i%2), html.EscapeString(band.Label))
	}
}

func (p Plot) axes(b *strings.Builder, across, up *scale) {
	for i, mark := range up.marks {
		y := up.at(mark)
		fmt.Fprintf(b, "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' class='grid'/><text x='%d' y='%.1f' text-anchor='end'>%s</text>\n",
			left, y, width-right, y, left-6, y+4, up.labels[i])
	}
	for i, mark := range across.marks {
		x := across.at(mark)
		fmt.Fprintf(b, "<line x1='%.1f' y1='%d' x2='%.1f' y2='%d' class='grid'/><text x='%.1f' y='%d' text-anchor='middle'>%s</text>\n",
			x, top, x, height-bottom, x, height-bottom+16, across.labels[i])
	}
	fmt.Fprintf(b, "<path d='M%d %dV%dH%d' class='axis'/>\n", left, top, height-bottom, width-right)
	fmt.Fprintf(b, "<text x='%d' y='%d' text-anchor='middle'>%s</text>\n", (left+width-right)/2, height-bottom+36, html.EscapeString(p.Across))
	fmt.Fprintf(b, "<text transform='translate(16 %d) rotate(-90)' text-anchor='middle'>%s</text>\n", (top+height-bottom)/2, html.EscapeString(p.Up))
}

func (p Plot) line(b *strings.Builder, i int, line Line, across, up *scale) {
	number := line.Colour
	if number == 0 {
		number = i%Colours + 1
	}
	colour := fmt.Sprintf("var(--line%d)", number)
	dash := ""
	if line.Dashed {
		dash = " stroke-dasharray='6 4'"
	}
	y := height + legendLine*i + 6
	if line.Marks {
		for _, at := range line.Points {
			fmt.Fprintf(b, "<path d='%s' style='stroke:%s' stroke-width='2.5' fill='none'/>\n", cross(across.at(at.X), up.at(at.Y)), colour)
		}
		fmt.Fprintf(b, "<path d='%s' style='stroke:%s' stroke-width='2.5' fill='none'/>", cross(left+15, float64(y-4)), colour)
	} else {
		polyline(b, line.Points, colour, dash, across, up)
		fmt.Fprintf(b, "<line x1='%d' y1='%d' x2='%d' y2='%d' style='stroke:%s' stroke-width='2'%s/>", left, y-4, left+30, y-4, colour, dash)
	}
	fmt.Fprintf(b, "<text x='%d' y='%d'>%s</text>\n", left+38, y, html.EscapeString(line.Name))
}

// mostDots: where points are closer, they are no longer marked one by one.
const mostDots = 40

func polyline(b *strings.Builder, all []Point, colour, dash string, across, up *scale) {
	var points []string
	for _, at := range all {
		points = append(points, fmt.Sprintf("%.1f,%.1f", across.at(at.X), up.at(at.Y)))
	}
	fmt.Fprintf(b, "<polyline points='%s' fill='none' style='stroke:%s' stroke-width='2'%s/>\n", strings.Join(points, " "), colour, dash)
	if len(points) > mostDots {
		return
	}
	for _, point := range points {
		x, y, _ := strings.Cut(point, ",")
		fmt.Fprintf(b, "<circle cx='%s' cy='%s' r='3' style='fill:%s'/>", x, y, colour)
	}
}

// cross is drawn for a single figure.
func cross(x, y float64) string {
	const arm = 5
	return fmt.Sprintf("M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1f", x-arm, y-arm, x+arm, y+arm, x-arm, y+arm, x+arm, y-arm)
}
