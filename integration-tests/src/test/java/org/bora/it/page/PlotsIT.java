package org.bora.it.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.bora.devtools.bench.report.Chart;
import org.bora.devtools.bench.report.Page;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What draws the charts of the console and of all reports, in a real browser. */
class PlotsIT {
  @TempDir private static Path directory;

  private static Chromium browser;

  @BeforeAll
  static void load() throws IOException {
    assumeTrue(
        Files.isExecutable(Chromium.PROGRAM), Chromium.PROGRAM + " is not installed (chromium)");
    Path drawing = Site.CHECKOUT.resolve("load-tests/plot/plot.js");
    Path page =
        Files.writeString(
            directory.resolve("page.html"),
            "<!DOCTYPE html><script type='module'>"
                + Files.readString(drawing)
                + "\nObject.assign(window, {even, binary, logarithmic, plot});</script>");
    browser = Chromium.start(Files.createDirectories(directory.resolve("browser")));
    browser.open(page.toUri().toString());
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
  }

  private static String ask(String expression) {
    return browser.ask("String(" + expression + ")").asString();
  }

  @Test
  void stepsAreRoundFewAndReachTheHighestValue() {
    assertEquals(
        "",
        ask(
            """
            [0.004, 0.13, 1, 3, 9.99, 17.1, 59, 61, 99, 100, 101, 2000, 123456].filter((most) => {
              const {values, place} = even([most / 2, most], {steps: 7});
              const last = values.at(-1);
              return values.length < 3 || values.length > 9 || last < most || last > 1.6 * most
                  || Math.abs(place(last) - 1) > 1e-9 || values.some(one => String(one).length > 8);
            })\
            """));
    assertEquals("0,0.1,0.2,0.3,0.4", ask("even([0.31]).labels"));
    assertEquals("0,20k,40k,60k,80k", ask("even([61000]).labels"));
    assertEquals("0 0.8", ask("`${even([0]).place(0)} ${even([]).place(1)}`"));
    assertEquals("0,1,2", ask("even([1], {least: 1}).labels"), "things are counted in whole ones");
    assertEquals(
        "0,250,500,750,1000", ask("binary([900 * 2 ** 20], {label: one => one / 2 ** 20}).labels"));
  }

  @Test
  void aLogarithmicAxisGivesEachPowerTheSameRoomAndWastesNone() {
    assertEquals(
        "0.0 0.2 1.0",
        ask(
            "[10, 100, 1e6].map(logarithmic([10, 1e6]).place).map(one => one.toFixed(1)).join(' ')"));
    assertEquals("10,,,100,,,1000,,,10k,,,100k,,,1M", ask("logarithmic([10, 1e6]).labels"));
    for (List<String> each :
        List.of(
            List.of("[1, 2000]", "1 2000"),
            List.of("[0.013, 13.3]", "0.01 20"),
            List.of("[3, 30]", "2 50"),
            List.of("[5, 5.1]", "5 10"),
            List.of("[0.2, 0.5]", "0.2 0.5"),
            List.of("[7, 7]", "5 10"),
            List.of("[]", "1 10"))) {
      assertEquals(
          each.getLast(),
          ask(
              "[0, -1].map(i => Number(logarithmic(%s).values.at(i).toPrecision(6))).join(' ')"
                  .formatted(each.getFirst())),
          each.getFirst());
    }
  }

  private static String plot(String more, String lines) {
    return "plot({title: 'a < b & c', across: 'clients', up: 'seconds', %s lines: [%s]}).outerHTML"
        .formatted(more, lines);
  }

  @Test
  void aPictureIsWellFormedAndQuotesItsTexts() {
    String picture =
        ask(
            plot(
                "note: '\"x\" < y',",
                """
                {name: '<mean>', points: [[0, 0], [1000, 17.1], [2000, 40]]},
                {name: 'published', alone: true, points: [[500, 39]]},
                {name: 'reference', dashed: true, points: [[2000, 20]]}\
                """));
    assertTrue(picture.contains("M74.0,328.0L"), picture);
    assertTrue(picture.contains("class=\"cross\"") && picture.contains("class=\"series dashed\""));
    browser.ask("window.picture = new DOMParser().parseFromString(`" + picture + "`, 'text/xml')");
    assertEquals(
        "svg null",
        ask("picture.documentElement.tagName + ' ' + picture.querySelector('parsererror')"));
    assertEquals(
        "a < b & c|clients|seconds|\"x\" < y|<mean>|published|reference",
        ask(
            "[...picture.querySelectorAll('text')].map(one => one.textContent)"
                + ".filter(one => /[a-z]/.test(one)).join('|')"));
  }

  @Test
  void aBandOutsideTheAxisIsNotDrawn() {
    String bands =
        "logX: true, bands: [{from: 1, to: 10, label: 'ten'}, {from: 0.1, to: 0.2, label: 'out'}],";
    String picture = ask(plot(bands, "{name: 'line', points: [[1, 1], [10, 2]]}"));
    assertTrue(picture.contains(">ten<") && !picture.contains(">out<"), picture);
    assertTrue(!picture.contains("NaN") && !picture.contains("Infinity"), picture);
  }

  /** In black and white too. */
  @Test
  void eachOfEightLinesHasAColourAndAMarkOfItsOwnAndALongLineHasSomeMarks() {
    browser.ask(
        "document.body.innerHTML = "
            + plot(
                "",
                "...Array.from({length: 8}, (_, i) => ({name: 'line ' + i, points:"
                    + " Array.from({length: i === 0 ? 1000 : 1}, (_, x) => [x, i])}))"));
    String marks = "[...document.querySelectorAll('path.mark')]";
    assertEquals("8", ask("new Set(%s.map(one => one.getAttribute('d'))).size".formatted(marks)));
    assertEquals(
        "8",
        ask("new Set(%s.map(one => one.parentNode.getAttribute('class'))).size".formatted(marks)));
    assertEquals("" + (24 + 7 + 8), ask(marks + ".length"), "the last are in the key");
  }

  @Test
  void theReportOfABenchDrawsItsPlotsAndAsksForNothing() throws IOException {
    List<Chart.Point> points =
        IntStream.range(0, 40).mapToObj(at -> new Chart.Point(at / 4.0, at * at / 80.0)).toList();
    List<Chart.Line> lines =
        List.of(
            new Chart.Line("on disk", points, false),
            new Chart.Line("capacity", points.reversed(), true));
    String text =
        new Page("A report")
            .text("Two plots.")
            .table(List.of("what", "count"), List.of(List.of("puts", "7")))
            .chart(new Chart("What is on <disk>", "hours", "TB", lines))
            .chart(new Chart("Nothing", "hours", "TB", List.of()))
            .html();
    Files.createDirectories(OnAdminPage.PICTURES);
    Path report =
        Files.writeString(OnAdminPage.PICTURES.resolve("report.html").toAbsolutePath(), text);
    DrawnReport drawn = DrawnReport.of(report, directory.resolve("other"));
    assertEquals(
        new DrawnReport(List.of("What is on <disk>", "Nothing"), 2, List.of(), List.of()), drawn);
  }
}
