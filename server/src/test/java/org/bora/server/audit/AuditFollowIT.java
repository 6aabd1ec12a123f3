package org.bora.server.audit;

import static java.nio.file.StandardOpenOption.APPEND;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditFollowIT {
  private static final AuditFilter ALL =
      new AuditFilter(Map.of(), Optional.empty(), Optional.empty());

  @TempDir private Path directory;
  private Path log;

  @BeforeEach
  void write() throws IOException {
    log = Files.writeString(directory.resolve("audit-bora.log"), line(1));
  }

  private static String line(int number) {
    return "{\"op\":\"srm" + number + "\"}\n";
  }

  private static List<String> seen(AuditFollow follow) throws IOException {
    List<String> seen = new ArrayList<>();
    follow.look(line -> seen.add(line.replaceAll("[^0-9]", "")));
    return seen;
  }

  @Test
  void whatIsAddedIsSeenOnceAndWholeLinesOnly() throws IOException {
    AuditFollow follow = AuditFollow.fromNow(directory, ALL);
    assertEquals(List.of(), seen(follow));
    Files.writeString(log, line(2) + "{\"op\":", APPEND);
    assertEquals(List.of("2"), seen(follow));
    Files.writeString(log, "\"srm3\"}\n", APPEND);
    assertEquals(List.of("3"), seen(follow));
    assertEquals(List.of(), seen(follow));
  }

  @Test
  void aRotationLosesAndRepeatsNothing() throws IOException {
    AuditFollow follow = AuditFollow.fromNow(directory, ALL);
    Files.writeString(log, line(2), APPEND);
    Files.move(log, directory.resolve("audit-bora.log.1"));
    Files.writeString(log, line(3));
    assertEquals(List.of("2", "3"), seen(follow).stream().sorted().toList());
    assertEquals(List.of(), seen(follow));
  }

  @Test
  void aLogThatIsCutIsReadFromItsBeginning() throws IOException {
    AuditFollow follow = AuditFollow.fromNow(directory, ALL);
    Files.writeString(log, line(2), APPEND);
    assertEquals(List.of("2"), seen(follow));
    Files.writeString(log, line(4));
    assertEquals(List.of("4"), seen(follow));
  }

  @Test
  void fromTheBeginningOnlyWhatMatches() throws IOException {
    Files.writeString(log, line(2), APPEND);
    AuditFilter second = new AuditFilter(Map.of("op", "*2"), Optional.empty(), Optional.empty());
    assertEquals(List.of("2"), seen(AuditFollow.fromTheBeginning(directory, second)));
  }
}
