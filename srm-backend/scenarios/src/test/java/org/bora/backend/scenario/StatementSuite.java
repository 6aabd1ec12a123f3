package org.bora.backend.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.StatementCount;
import org.bora.backend.testing.StatementCount.Count;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a call costs the database, counted by the server itself, on whatever database a subclass
 * names: what docs/reference/statements.md says, however many files the call is about.
 */
abstract class StatementSuite {
  private static final Path TABLE = Path.of("..", "..", "docs", "reference", "statements.md");

  /** What else the server does can only add to a count, so the least of some rounds is the cost. */
  private static final int ROUNDS = 4;

  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  void aCallCostsWhatTheTableSaysHoweverManyFilesItIsAbout(
      int files, Schemas schemas, @TempDir Path root) throws SQLException, IOException {
    DatabaseSettings all = schemas.migrated();
    try (SmallSite site = new SmallSite(narrow(all), root, new SteppedTime(SmallSite.START));
        StatementCount counter = new StatementCount(all)) {
      MeasuredSite measured = new MeasuredSite(site);
      Map<String, Count> least = new LinkedHashMap<>();
      for (int round = 0; round < ROUNDS; round++) {
        new MeasuredRound(measured, counter, names(files, round))
            .run()
            .forEach((row, count) -> least.merge(row, count, StatementSuite::least));
      }
      assertEquals(
          String.join("\n", table("# Statements")),
          String.join("\n", rows(least)),
          files + " files");
      site.tree.close();
    }
  }

  /**
   * The rows below a heading that tell of an operation, without their last cell, the remark.
   *
   * @param heading how the line of the heading begins
   */
  static List<String> table(String heading) throws IOException {
    return Files.readAllLines(TABLE).stream()
        .dropWhile(line -> !line.startsWith(heading))
        .skip(1)
        .takeWhile(line -> !line.startsWith("#"))
        .filter(line -> line.startsWith("| srm"))
        .map(line -> line.substring(0, line.lastIndexOf('|', line.length() - 2) + 1))
        .toList();
  }

  static List<String> rows(Map<String, Count> costs) {
    List<String> rows = new ArrayList<>();
    costs.forEach(
        (row, count) ->
            rows.add("| " + row + " | " + count.statements() + " | " + count.commits() + " |"));
    return rows;
  }

  /** One connection of each kind: a pool that is still filling up would be counted too. */
  static DatabaseSettings narrow(DatabaseSettings settings) {
    return new DatabaseSettings(
        settings.url(), settings.user(), "", 1, 1, Duration.ofSeconds(5), Duration.ofMinutes(1));
  }

  private static String[] names(int files, int round) {
    return IntStream.range(0, files).mapToObj(i -> round + "-" + i).toArray(String[]::new);
  }

  static Count least(Count one, Count other) {
    return new Count(
        Math.min(one.statements(), other.statements()), Math.min(one.commits(), other.commits()));
  }
}
