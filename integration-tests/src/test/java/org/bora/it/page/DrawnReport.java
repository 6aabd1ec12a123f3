package org.bora.it.page;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A report of a bench as a browser shows it.
 *
 * @param pictures the title of each picture that is drawn, in the order of the page
 * @param held how many pictures the page holds
 * @param asked what the page asked for besides itself
 * @param complaints all that the browser wrote to its console
 */
public record DrawnReport(
    List<String> pictures, int held, List<String> asked, List<String> complaints) {

  /**
   * Opens a report, and takes a picture of it beside the file.
   *
   * @param directory for the browser's files
   */
  public static DrawnReport of(Path report, Path directory) throws IOException {
    assumeTrue(
        Files.isExecutable(Chromium.PROGRAM), Chromium.PROGRAM + " is not installed (chromium)");
    try (Chromium browser = Chromium.start(Files.createDirectories(directory))) {
      browser.size(1440, 900);
      browser.open(report.toUri().toString());
      browser.picture(report.resolveSibling(report.getFileName() + ".png"), true);
      List<String> pictures =
          browser
              .ask("[...document.querySelectorAll('svg')].map(svg => svg.ariaLabel)")
              .valueStream()
              .map(title -> title.asString())
              .toList();
      int held = browser.ask("document.querySelectorAll('script.plot').length").asInt();
      List<String> others =
          browser.asked().stream()
              .filter(asked -> !asked.equals(report.toUri().toString()))
              .toList();
      return new DrawnReport(pictures, held, others, browser.complaints());
    }
  }
}
