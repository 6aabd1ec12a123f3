package plot

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

func held(t *testing.T, p Plot) (text string, back Plot) {
	t.Helper()
	text = strings.TrimSuffix(strings.TrimPrefix(string(p.HTML()), `<script type="application/json" class="plot">`), "</script>")
	if text != "" {
		if err := json.Unmarshal([]byte(text), &back); err != nil {
			t.Fatal(err, text)
		}
	}
	return text, back
}

func TestAPictureCannotEndItsElement(t *testing.T) {
	text, back := held(t, Plot{Title: "a </script> & c", Lines: []Line{{Name: "mean", Points: []Point{{0, 0}, {1000, 17.1}}}, {Name: "nothing known"}}})
	if strings.ContainsAny(text, "<&") || back.Title != "a </script> & c" || len(back.Lines) != 1 || back.Lines[0].Points[1] != (Point{1000, 17.1}) {
		t.Fatal(text)
	}
}

func TestNothingToDrawIsNoPicture(t *testing.T) {
	if text, _ := held(t, Plot{Title: "x", Lines: []Line{{Name: "empty"}}}); text != "" {
		t.Fatal(text)
	}
}

func TestAPointWithoutAPlaceOnTheAxesIsLeftOut(t *testing.T) {
	_, back := held(t, Plot{LogX: true, LogY: true, Lines: []Line{{Name: "some", Points: []Point{{0, 1}, {1, 0}, {2, 1}, {3, math.Inf(1)}, {10, 2}, {math.NaN(), 1}}}, {Name: "nothing", Points: []Point{{1, 0}}}}})
	if len(back.Lines) != 1 || len(back.Lines[0].Points) != 2 {
		t.Fatalf("%+v", back)
	}
}

func TestTheScriptDoesNotEndItsElement(t *testing.T) {
	if strings.Contains(string(Script), "</script") || !strings.Contains(string(Script), "export function plotAll") {
		t.Fatal("the page would be cut off")
	}
}
