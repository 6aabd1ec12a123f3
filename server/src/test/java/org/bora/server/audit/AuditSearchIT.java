package org.bora.server.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
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
    assertEquals(
        new AuditSearch.Looked(3, List.of()), new AuditSearch(directory, filter).run(found::add));
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
  void aSurlOfARefusedCallIsFoundWhereverItStands() throws IOException {
    String refused = OLD.replace("\"surl\":\"srm://h/a.b\"", "\"surls\":[\"/b/c\",\"srm://h/r\"]");
    Files.writeString(directory.resolve("audit-bora.log"), NEW + "\n" + refused + "\n");
    assertEquals(List.of(refused), found(Map.of("surl", "*/r"), null, null));
    assertEquals(List.of(refused), found(Map.of("surl", "/b/*"), null, null));
    assertEquals(List.of(), found(Map.of("op", "*/r"), null, null));
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

  @Test
  void aLineWhoseTimeCannotBeReadIsPassedOverAndTold() throws IOException {
    Path where = Files.createDirectory(directory.resolve("undated"));
    Path file = where.resolve("audit-bora.log");
    String yesterday = MOVED.replace("2026-11-21T10:00:00.000Z", "yesterday");
    String never = MOVED.replace("\"time\":\"2026-11-21T10:00:00.000Z\",", "");
    Files.writeString(file, String.join("\n", OLD, yesterday, never, NEW) + "\n");
    AuditFilter since =
        new AuditFilter(
            Map.of(), Optional.of(Instant.parse("2026-11-20T00:00:00Z")), Optional.empty());
    List<String> found = new ArrayList<>();

    AuditSearch.Looked looked = new AuditSearch(where, since).run(found::add);

    assertEquals(List.of(OLD, NEW), found);
    assertEquals(
        List.of(file + ": lines passed over whose time cannot be read: 2"), looked.unread());
  }

  private static String line(int day) {
    return "{\"v\":1,\"time\":\"2026-11-%02dT10:00:00.000Z\",\"op\":\"srmRm\"}".formatted(day);
  }

  private static byte[] packed(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream packing = new GZIPOutputStream(bytes)) {
      packing.write(text.getBytes(StandardCharsets.US_ASCII));
    }
    return bytes.toByteArray();
  }

  private AuditSearch.Looked search(Path where, List<String> found) throws IOException {
    AuditFilter all = new AuditFilter(Map.of(), Optional.empty(), Optional.empty());
    return new AuditSearch(where, all).run(found::add);
  }

  @Test
  void whatLogrotateMadeIsReadInTheOrderInWhichItWasWritten() throws IOException {
    Path where = Files.createDirectory(directory.resolve("rotated"));
    List<String> names =
        List.of(
            "audit-bora.log.10.gz",
            "audit-bora.log.2.gz",
            "audit-bora.log.1",
            "audit-bora.log-20261104.gz",
            "audit-bora.log-20261105-1793872800",
            "audit-bora-20261106.log",
            "audit-bora.20261107T110000.000Z.log.gz",
            "audit-bora.log");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      lines.add(line(i + 1));
      byte[] plain = (line(i + 1) + "\n").getBytes(StandardCharsets.US_ASCII);
      Files.write(
          where.resolve(names.get(i)),
          names.get(i).endsWith(".gz") ? packed(line(i + 1) + "\n") : plain);
    }
    for (String other : List.of("audit-bora.log.lock", "audit-bora.notes.log", "bora.log.1")) {
      Files.writeString(where.resolve(other), line(20) + "\n");
    }
    List<String> found = new ArrayList<>();

    assertEquals(new AuditSearch.Looked(8, List.of()), search(where, found));
    assertEquals(lines, found);
  }

  @Test
  void whatCannotBeReadIsNamedAndEndsNothing() throws IOException {
    Path where = Files.createDirectory(directory.resolve("broken"));
    StringBuilder many = new StringBuilder();
    SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < 5000; i++) {
      many.append(line(2).replace("srmRm", "" + random.nextLong())).append('\n');
    }
    byte[] whole = packed(many.toString());
    Files.write(where.resolve("audit-bora.log.3.gz"), Arrays.copyOf(whole, whole.length / 2));
    Files.write(where.resolve("audit-bora.log.4.gz"), new byte[0]);
    Files.writeString(where.resolve("audit-bora.log.5.xz"), "packed");
    Files.writeString(where.resolve("audit-bora.log.6.zst"), "packed");
    Files.writeString(where.resolve("audit-bora.log"), line(9) + "\n");
    List<String> found = new ArrayList<>();

    AuditSearch.Looked looked = search(where, found);

    assertEquals(5, looked.files());
    assertEquals(4, looked.unread().size(), looked::toString);
    for (String name : List.of("log.3.gz", "log.4.gz", "log.5.xz", "log.6.zst")) {
      assertTrue(looked.unread().toString().contains(name), looked::toString);
    }
    assertTrue(found.contains(line(9)), "the rest is read");
    assertTrue(found.size() > 1000, "what there is of it is read");
  }
}
