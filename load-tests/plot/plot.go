// Package plot puts pictures of lines into a page. The page draws them itself (plot.js), and needs nothing from outside.
package plot

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"math"
)

// Plot is one picture.
type Plot struct {
	Title  string `json:"title"`
	Across string `json:"across"` // name of the horizontal axis, with its unit
	Up     string `json:"up"`     // of the vertical one
	LogX   bool   `json:"logX"`   // whether the horizontal axis is logarithmic; what is not above 0 is then not drawn
	LogY   bool   `json:"logY"`   // the same of the vertical one
	Note   string `json:"note,omitempty"`
	Lines  []Line `json:"lines"`
	Bands  []Band `json:"bands,omitempty"`
}

// Line goes through its points in their order.
type Line struct {
	Name   string  `json:"name"`
	Points []Point `json:"points"`
	Dashed bool    `json:"dashed,omitempty"` // for references
	Alone  bool    `json:"alone,omitempty"`  // single figures: no line
	Colour int     `json:"look,omitempty"`   // 1 to Colours; 0: the next
}

// Point is in the units of the axes: across, up.
type Point [2]float64

// Band is a part of the horizontal axis with a label.
type Band struct {
	From  float64 `json:"from"`
	To    float64 `json:"to"`
	Label string  `json:"label"`
}

// Colours is how many there are.
const Colours = 8

// Style is the style sheet of a page with pictures.
//
//go:embed plot.css
var Style template.CSS

//go:embed plot.js
var drawing template.JS

// Script draws the pictures of a page. It belongs into a script element of type module.
var Script = drawing + "\nplotAll(document);\n"

// HTML holds the picture in the page; empty when no line has a point. Lines without any are left out.
func (p Plot) HTML() template.HTML {
	if p.Lines = p.drawable(); len(p.Lines) == 0 {
		return ""
	}
	// escapes <, > and &; texts and finite numbers cannot fail
	text, err := json.Marshal(p)
	if err != nil {
		panic(err)
	}
	return template.HTML(`<script type="application/json" class="plot">` + string(text) + "</script>")
}

// drawable is what has a place on the axes.
func (p Plot) drawable() []Line {
	var known []Line
	for _, line := range p.Lines {
		var points []Point
		for _, at := range line.Points {
			if isOn(at[0], p.LogX) && isOn(at[1], p.LogY) {
				points = append(points, at)
			}
		}
		if line.Points = points; len(points) > 0 {
			known = append(known, line)
		}
	}
	return known
}

func isOn(value float64, log bool) bool {
	return !math.IsNaN(value) && !math.IsInf(value, 0) && (!log || value > 0)
}
