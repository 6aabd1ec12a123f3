package org.bora.launcher.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditSearchIT {

  private static final String OLD =
      "{\"v\":1,\"time\":\"2026-11-20T10:00:00.000Z\",\"op\":\"srmRm\",\"dn\":\"/CN=a\","
          + "\"surl\":\"srm://h/a.b\"}";
  private static final String MOVED =
      "{\"v\":1,\"time\":\"2026-11-21T10:00:00.000Z\",\"op\":\"srmMv\",\"dn\":\"/CN=b\","
          + "\"surl\":\"srm://h/x\",\"to\":\"srm://h/a.b\"}";
  private static final String NEW =
      "{\"v\":1,\"time\":\"2026-11-22T10:00:00.000Z\",\"op\":\"srmLs\",\"dn\":\"/CN=a\","
          + "\"surl\":\"srm://h/axb\"}";

  @TempDir Path directory;

  @BeforeEach
  void write() throws IOException {
    try (OutputStream packed =
        new GZIPOutputStream(
            Files.newOutputStream(directory.resolve("audit-bora.20261120T110000.000Z.log.gz")))) {
      packed.write((OLD + "\n").getBytes(StandardCharsets.US_ASCII));
    }
    Files.writeString(
        directory.resolve("audit-bora.20261121T110000.000Z.log"), MOVED + "\n{\"v\":1,\"ti\n\n");
    Files.writeString(directory.resolve("audit-bora.log"), NEW + "\n");
    Files.writeString(directory.resolve("bora.log"), NEW + "\n");
  }

  private List<String> found(Map<String, String> patterns, String since, String until)
      throws IOException {
    List<String> found = new ArrayList<>();
    AuditFilter filter =
        new AuditFilter(
            patterns,
            Optional.ofNullable(since).map(Instant::parse),
            Optional.ofNullable(until).map(Instant::parse));
    assertEquals(3, new AuditSearch(directory, filter).run(found::add));
    return found;
  }

  @Test
  void allFilesAreReadInTheOrderInWhichTheyWereWritten() throws IOException {
    assertEquals(List.of(OLD, MOVED, NEW), found(Map.of(), null, null));
  }

  @Test
  void aSurlIsFoundOnEitherSideAndADotIsADot() throws IOException {
    assertEquals(List.of(OLD, MOVED), found(Map.of("surl", "*/a.b"), null, null));
    assertEquals(List.of(), found(Map.of("surl", "a.b"), null, null));
  }

  @Test
  void allThatIsAskedForMustMatch() throws IOException {
    assertEquals(List.of(OLD), found(Map.of("surl", "*/a.b", "dn", "/CN=a"), null, null));
    assertEquals(List.of(), found(Map.of("id", "x"), null, null));
  }

  @Test
  void aTimeBelongsToWhatBeginsWithIt() throws IOException {
    assertEquals(List.of(MOVED, NEW), found(Map.of(), "2026-11-21T10:00:00Z", null));
    assertEquals(List.of(OLD), found(Map.of(), null, "2026-11-21T10:00:00Z"));
  }
}
