package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Migrations only add what a release before can leave unsaid: its backends go on while those of the
 * next one start (docs/operate/split.md). What it does without may go a release later, in a file
 * that says so: {@code -- contract: since N nobody ...}.
 */
class ExpandContractTest {
  private static final Path MIGRATIONS =
      Path.of("")
          .toAbsolutePath()
          .getParent()
          .getParent()
          .resolve("db/migrations/src/main/resources/db/migration");

  /** The first that met another release, {@code V13__name.sql}. */
  private static final int FIRST = 13;

  private static final String CONTRACT = "-- contract: since ";

  /** What statements of the release before may use. */
  private static final Pattern TAKEN_AWAY =
      Pattern.compile(
          "\\b(DROP\\s+(?!KEY|INDEX|CHECK|DEFAULT)\\w+|RENAME|CHANGE\\s|MODIFY\\s|TRUNCATE|DELETE\\s+FROM)",
          Pattern.CASE_INSENSITIVE);

  /** A column that its INSERTs do not name, and that has to be given. */
  private static final Pattern WANTED =
      Pattern.compile(
          "ADD\\s+COLUMN(?![^,;]*(DEFAULT|GENERATED))[^,;]*NOT\\s+NULL", Pattern.CASE_INSENSITIVE);

  /** Rows that it may write, refused. */
  private static final Pattern NARROWER =
      Pattern.compile("ADD\\s+(UNIQUE|CONSTRAINT|CHECK|FOREIGN)", Pattern.CASE_INSENSITIVE);

  @Test
  void theReleaseBeforeCanGoOnUnderEachMigration() throws IOException {
    List<String> broken = new ArrayList<>();
    try (Stream<Path> files = Files.list(MIGRATIONS)) {
      for (Path file : files.sorted().toList()) {
        String sql = Files.readString(file);
        if (version(file) >= FIRST && !sql.contains(CONTRACT)) {
          breaches(sql).forEach(why -> broken.add(file.getFileName() + ": " + why));
        }
      }
    }
    assertEquals(List.of(), broken);
  }

  private static int version(Path file) {
    return Integer.parseInt(file.getFileName().toString().replaceFirst("V(\\d+)__.*", "$1"));
  }

  private static List<String> breaches(String sql) {
    String bare = sql.replaceAll("--[^\\n]*", "").replaceAll("'[^']*'", "''");
    return Stream.of(TAKEN_AWAY, WANTED, NARROWER)
        .flatMap(pattern -> pattern.matcher(bare).results())
        .map(found -> found.group().replaceAll("\\s+", " "))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE t DROP COLUMN c",
        "ALTER TABLE t DROP c",
        "DROP TABLE t",
        "ALTER TABLE t RENAME COLUMN a TO b",
        "ALTER TABLE t MODIFY c BIGINT NOT NULL",
        "ALTER TABLE t ADD COLUMN c INT NOT NULL COMMENT 'x, DEFAULT'",
        "ALTER TABLE t\n  ADD COLUMN a INT NULL,\n  ADD UNIQUE KEY k (a)",
      })
  void whatItCannotLiveWithIsSeen(String sql) {
    assertFalse(breaches(sql).isEmpty(), sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE t (a INT NOT NULL)",
        "ALTER TABLE t ADD COLUMN c INT NOT NULL DEFAULT 0 COMMENT 'nobody may DROP TABLE it'",
        "ALTER TABLE t ADD COLUMN c INT NULL, ADD KEY k (c)",
        "-- DROP TABLE t\nALTER TABLE t DROP KEY k, ADD KEY k (a, b)",
      })
  void whatItDoesNotNoticeIsLeftAlone(String sql) {
    assertTrue(breaches(sql).isEmpty(), () -> breaches(sql).toString());
  }
}
