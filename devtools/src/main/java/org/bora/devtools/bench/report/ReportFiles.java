package org.bora.devtools.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files of a bench's report.
 *
 * @param json figures for programs
 * @param html the page for people
 */
public record ReportFiles(Path json, Path html) {

  /** {@code DIRECTORY/NAME.json} and {@code DIRECTORY/NAME.html}. */
  public static ReportFiles in(Path directory, String name) {
    return new ReportFiles(directory.resolve(name + ".json"), directory.resolve(name + ".html"));
  }

  /** Writes both. */
  public void write(Object figures, Page page) throws IOException {
    for (Path file : new Path[] {json, html}) {
      Files.createDirectories(file.toAbsolutePath().getParent());
    }
    Files.writeString(json, Json.text(figures) + "\n");
    Files.writeString(html, page.html());
  }
}
