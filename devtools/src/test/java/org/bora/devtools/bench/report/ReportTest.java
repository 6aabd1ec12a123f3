package org.bora.devtools.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  void aPageNeedsNothingFromElsewhereAndNoTitleEndsItsPlot() {
    Chart chart =
        new Chart(
            "a </script> b",
            "hours",
            "TB",
            List.of(
                new Chart.Line(
                    "line", List.of(new Chart.Point(0, 0), new Chart.Point(12, 18.5)), true)));
    String html = new Page("A & B").section("one").text("two").chart(chart).html();

    assertTrue(html.contains("A &amp; B") && html.contains("a \\u003c/script> b"), html);
    assertTrue(html.contains("[12.0000,18.5000]"), html);
    assertTrue(html.contains("export function plotAll(") && html.contains(".c-8{"), html);
    assertEquals(2, html.split("</script>", -1).length - 1, "the plot and what draws it");
    assertFalse(html.contains("src=") || html.contains("url(") || html.contains("import "), html);
  }
}
