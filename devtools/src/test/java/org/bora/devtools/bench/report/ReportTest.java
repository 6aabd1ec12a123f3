package org.bora.devtools.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReportTest {

  @Test
  void jsonQuotesWhatMustBeQuoted() {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("a \"b\" \\", "tab\there");
    figures.put("list", List.of(1, 2.5, true));

    assertEquals(
        "{\"a \\\"b\\\" \\\\\":\"tab\\u0009here\",\n\"list\":[1,2.5000,true]}", Json.text(figures));
  }

  @Test
  void aPageNeedsNothingFromElsewhere() {
    Chart chart =
        new Chart(
            "a < b",
            "hours",
            "TB",
            List.of(
                new Chart.Line(
                    "line", List.of(new Chart.Point(0, 0), new Chart.Point(12, 18.5)), true)));
    String html = new Page("A & B").section("one").text("two").chart(chart).html();

    assertTrue(html.contains("A &amp; B") && html.contains("a &lt; b"));
    assertTrue(html.contains("<polyline"));
    assertFalse(html.contains("<script") || html.contains("src=") || html.contains("url("));
  }

  @Test
  void aChartWithoutPointsIsAnEmptyOne() {
    assertTrue(new Chart("none", "x", "y", List.of()).svg().endsWith("</svg>"));
  }

  /** In black and white too. */
  @Test
  void eachOfSevenLinesHasAColourAndAMarkOfItsOwn() {
    List<Chart.Line> lines =
        IntStream.range(0, 7)
            .mapToObj(
                number ->
                    new Chart.Line("line " + number, List.of(new Chart.Point(1, number)), false))
            .toList();
    Set<String> colours = new HashSet<>();
    Set<String> shapes = new HashSet<>();
    Matcher mark =
        Pattern.compile("<path class='mark' fill='([^']+)' [^>]+ d='([^']+)'/>")
            .matcher(new Chart("seven", "x", "y", lines).svg());
    int marks = 0;
    while (mark.find()) {
      marks++;
      colours.add(mark.group(1));
      shapes.add(mark.group(2));
    }
    assertEquals(14, marks, "one on each point, one in the key");
    assertEquals(7, colours.size());
    assertEquals(Mark.shapes(), shapes.size());
  }

  @Test
  void aLongLineHasSomeMarks() {
    List<Chart.Point> points =
        IntStream.range(0, 1000).mapToObj(number -> new Chart.Point(number, 1)).toList();
    String svg = new Chart("long", "x", "y", List.of(new Chart.Line("line", points, false))).svg();
    assertEquals(24 + 1, svg.split("class='mark'", -1).length - 1);
  }
}
