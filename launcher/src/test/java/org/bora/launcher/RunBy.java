package org.bora.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A row of {@code run-by.tsv}: who runs a block of the documentation.
 *
 * @param page from the checkout
 * @param begin of the block's first line; {@code *} for all blocks of the page without a longer row
 * @param runner a test or script of the checkout that takes the block from the page, or {@link
 *     #NOBODY}
 * @param why nobody can, else empty
 */
record RunBy(String page, String begin, String runner, String why) {
  static final String NOBODY = "-";

  /** From every module of the checkout. */
  static final Path TABLE =
      Path.of("..", "launcher/src/test/resources/org/bora/launcher/run-by.tsv");

  static List<RunBy> all() {
    try {
      return Files.readAllLines(TABLE).stream()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .map(cells -> new RunBy(cells[0], cells[1], cells[2], cells.length > 3 ? cells[3] : ""))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The row of a block: the one that says most of it. */
  static Optional<RunBy> of(CommandBlock block) {
    return all().stream()
        .filter(row -> row.page().equals(block.page()))
        .filter(row -> row.isAll() || block.begin().startsWith(row.begin()))
        .max(Comparator.comparingInt(row -> row.isAll() ? 0 : row.begin().length()));
  }

  private boolean isAll() {
    return begin.equals("*");
  }

  /** Whether the runner is there and names the page it takes blocks from. */
  boolean isHeld() throws IOException {
    Path file = Path.of("..", runner);
    return Files.isRegularFile(file) && Files.readString(file).contains('"' + page + '"');
  }
}
