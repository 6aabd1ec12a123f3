package org.bora.it.doors;

import static org.bora.it.doors.S3Door.assertAnswer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.it.doors.Door.Outcome;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Over sockets, a hundred at a time: what S3, HTTP and SRM store together never exceeds the quota
 * of an organisation by a byte, and what fits is never refused.
 */
class QuotaAtDoorsIT {
  private static final int AT_ONCE = 100;
  private static final long PATIENCE_NANOS = 60_000_000_000L;
  private static final int BYTES = 60_000;
  private static final byte[] BYTE = {1};

  /** Of a part that is not the last one. */
  private static final int LEAST_PART = 5 << 20;

  private static final int S3_PUTS = 56;
  private static final int HTTP_PUTS = 20;
  private static final int SRM_PUTS = 20;
  private static final int UPLOADS = 4;
  private static final long QUOTA =
      (long) (S3_PUTS + HTTP_PUTS + SRM_PUTS + UPLOADS) * BYTES + (long) UPLOADS * LEAST_PART;

  /** A second area, whose quotas are those of a user. */
  private static final String SMALL =
      """
        - name: small
          sfn: /small
          root: data/small
          quotas: {files-per-user: 30, bytes-per-user: 100000B}
          rules:
            - allow all to vo testvo
      """;

  private static final int FILES = 30;
  private static final int USER_BYTES = 100_000;

  private static Site site;
  private static Path files;
  private static S3Door s3;
  private static HttpDoor http;

  @BeforeAll
  static void up() throws Exception {
    Path first = Path.of("server/src/main/resources/org/bora/server/home/first-bora.yaml");
    String quota = "\n    quotas:\n      bytes-per-vo: " + QUOTA + "B";
    String configuration =
        Files.readString(Site.CHECKOUT.resolve(first))
            .replace("root: data/testvo", "root: data/testvo" + quota)
            .concat(SMALL);
    site = Site.up("quota", configuration, "data/testvo", "data/small");
    files = site.home().resolve("data/testvo");
    s3 = new S3Door(site.environment());
    http = new HttpDoor(site.portOf("http"), site.proxy("alice-voms"));
  }

  @AfterAll
  static void down() throws Exception {
    for (AutoCloseable part : new AutoCloseable[] {http, site}) {
      if (part != null) {
        part.close();
      }
    }
  }

  private static SrmDoor srm() throws Exception {
    return new SrmDoor(site.port(), site.proxy("alice-voms"));
  }

  @Test
  void whatFitsIsStoredAndNotOneByteMore() throws Exception {
    Map<Outcome, Integer> fitting = race("fits", 1, false);
    assertEquals(Map.of(Outcome.DONE, AT_ONCE), fitting, "all of it fits, to the byte");
    assertEquals(QUOTA, onDisk());
    assertUsed(QUOTA);
    assertEquals(
        Map.of("x-bora-quota-vo-bytes-limit", QUOTA, "x-bora-quota-vo-bytes-used", QUOTA),
        s3.quotas("/testvo"),
        "users and numbers of files have no quota");
    assertEquals(Outcome.NO_SPACE, s3.put("/testvo/one", new byte[1]));
    assertEquals(Outcome.NO_SPACE, http.put("/testvo/one", new byte[1], false));
    try (SrmDoor srm = srm()) {
      assertEquals(Outcome.NO_SPACE, srm.put("/testvo/one", new byte[1], false));
      assertEquals(Outcome.NO_SPACE, srm.putUnannounced("/testvo/one", new byte[1]));
    }
    remove("fits");
    assertUsed(0);

    Map<Outcome, Integer> twice = race("twice", 2, true);
    assertTrue(twice.getOrDefault(Outcome.DONE, 0) > AT_ONCE / 4, twice::toString);
    assertTrue(twice.getOrDefault(Outcome.NO_SPACE, 0) > 0, twice::toString);
    long used = onDisk();
    assertUsed(used);
    int left = Math.toIntExact(QUOTA - used);
    assertEquals(Outcome.NO_SPACE, s3.put("/testvo/last", new byte[left + 1]));
    assertEquals(Outcome.DONE, s3.put("/testvo/last", new byte[left]), "nothing was lost");
    assertEquals(QUOTA, onDisk());
    assertUsed(QUOTA);
    remove("twice");
  }

  @Test
  void aUserHasSoManyFilesAndNotOneMore() throws Exception {
    for (int n = 0; n < FILES; n++) {
      String path = "/small/files-" + n;
      assertEquals(Outcome.DONE, n % 2 == 0 ? s3.put(path, BYTE) : http.put(path, BYTE, false));
    }
    assertUser("files", FILES);
    Set<String> before = names();
    assertEquals(FILES, before.size());
    assertAnswer(403, "AccountProblem", s3.ask("PUT", "/small/a/b/more", "", BYTE));
    assertAnswer(403, "AccountProblem", s3.ask("PUT", "/small/empty", "", new byte[0]));
    assertAnswer(403, "AccountProblem", s3.ask("POST", "/small/c/parts", "uploads=", new byte[0]));
    assertEquals(Outcome.NO_SPACE, http.put("/small/more", BYTE, false), "507");
    assertEquals(Outcome.NO_SPACE, http.putUnannounced("/small/more", BYTE), "507");
    try (SrmDoor srm = srm()) {
      assertEquals(Outcome.NO_SPACE, srm.put("/small/more", BYTE, false));
    }
    assertEquals(before, names(), "what was refused leaves nothing behind");
    assertEquals(Outcome.DONE, http.remove("/small/files-0"));
    assertEquals(Outcome.DONE, s3.put("/small/a/b/more", BYTE), "there is room for one again");
    assertAnswer(403, "AccountProblem", s3.ask("PUT", "/small/files-0", "", BYTE));
    assertEquals(Outcome.DONE, http.remove("/small/a"));
    removeAll();
  }

  @Test
  void aUserHasSoManyBytesAndNotOneMore() throws Exception {
    assertEquals(Outcome.DONE, s3.put("/small/bytes-s3", new byte[60_000]));
    int left = USER_BYTES - 60_000;
    Set<String> before = names();
    assertEquals(Outcome.NO_SPACE, http.put("/small/bytes", new byte[left + 1], false));
    assertEquals(Outcome.NO_SPACE, http.putUnannounced("/small/bytes", new byte[left + 1]));
    assertAnswer(403, "AccountProblem", s3.ask("PUT", "/small/b", "", new byte[left + 1]));
    assertEquals(before, names(), "what was refused leaves nothing behind");
    assertEquals(Outcome.DONE, http.put("/small/bytes", new byte[left], false), "to the byte");
    assertUser("bytes", USER_BYTES);
    assertAnswer(403, "AccountProblem", s3.ask("PUT", "/small/b", "", BYTE));
    assertEquals(Outcome.NO_SPACE, http.put("/small/b", BYTE, false));
    assertEquals(Outcome.DONE, s3.put("/small/b", new byte[0]), "no byte is too many");
    assertEquals(Outcome.DONE, http.remove("/small/bytes"));
    assertEquals(Outcome.DONE, http.putUnannounced("/small/bytes", new byte[left]), "again");
    removeAll();
  }

  private static void assertUser(String what, long used) throws Exception {
    long limit = what.equals("files") ? FILES : USER_BYTES;
    Map<String, Long> told = s3.quotas("/small");
    assertEquals(limit, told.get("x-bora-quota-user-" + what + "-limit"), told::toString);
    assertEquals(used, told.get("x-bora-quota-user-" + what + "-used"), told::toString);
  }

  /** All that is there, hidden names and directories too. */
  private static Set<String> names() throws IOException {
    Path area = site.home().resolve("data/small");
    try (Stream<Path> all = Files.walk(area)) {
      return all.filter(path -> !path.equals(area))
          .map(path -> area.relativize(path).toString())
          .filter(name -> !name.startsWith(".bora-area"))
          .collect(Collectors.toSet());
    }
  }

  private static void removeAll() throws Exception {
    for (String name : names()) {
      http.remove("/small/" + name);
    }
    assertEquals(Set.of(), names());
  }

  /** What was counted is told again for a moment. */
  private static void assertUsed(long bytes) throws Exception {
    long end = System.nanoTime() + PATIENCE_NANOS;
    long used = http.quotaUsed("/testvo");
    while (used != bytes && System.nanoTime() - end < 0) {
      used = http.quotaUsed("/testvo");
    }
    assertEquals(bytes, used);
  }

  private static void remove(String directory) throws Exception {
    try (Stream<Path> all = Files.list(files.resolve(directory))) {
      for (Path file : all.toList()) {
        http.remove("/testvo/" + directory + "/" + file.getFileName());
      }
    }
  }

  /** Of all files but parts: what a door leaves of a completed upload is not counted any more. */
  private static long onDisk() throws IOException {
    try (Stream<Path> all = Files.walk(files)) {
      return all.filter(
              file -> !file.getParent().getFileName().toString().startsWith(".s3-upload-"))
          .filter(Files::isRegularFile)
          .mapToLong(
              file -> {
                try {
                  return Files.size(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              })
          .sum();
    }
  }

  /**
   * All at once.
   *
   * @param times how often what would fit is tried
   * @param mixed whether half of the puts of SRM announce no size
   */
  private Map<Outcome, Integer> race(String directory, int times, boolean mixed) throws Exception {
    String below = "/testvo/" + directory + "/";
    http.makeDirectory("/testvo/" + directory);
    List<Callable<Outcome>> work = new ArrayList<>();
    for (int n = 0; n < times * S3_PUTS; n++) {
      String path = below + "s3-" + n;
      work.add(() -> s3.put(path, new byte[BYTES]));
    }
    for (int n = 0; n < times * UPLOADS; n++) {
      String path = below + "parts-" + n;
      work.add(() -> parts(path));
    }
    for (int n = 0; n < times * HTTP_PUTS; n++) {
      String path = below + "http-" + n;
      work.add(() -> repeated(() -> http.put(path, new byte[BYTES], false)));
    }
    for (int n = 0; n < times * SRM_PUTS; n++) {
      String path = below + "srm-" + n;
      boolean unannounced = mixed && n % 2 == 0;
      work.add(() -> bySrm(path, unannounced));
    }
    Collections.shuffle(work);
    Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
    AtomicBoolean over = new AtomicBoolean();
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE + 1)) {
      Future<Long> most = threads.submit(() -> watch(over));
      try {
        for (Future<Outcome> each : threads.invokeAll(work)) {
          counts.merge(each.get(), 1, Integer::sum);
        }
      } finally {
        over.set(true);
      }
      assertTrue(most.get() <= QUOTA, "at a time there were " + most.get() + " of " + QUOTA);
    }
    return counts;
  }

  /** The most that is used at any time. */
  private static long watch(AtomicBoolean over) throws Exception {
    long most = 0;
    while (!over.get()) {
      most = Math.max(most, http.quotaUsed("/testvo"));
    }
    return most;
  }

  private static Outcome repeated(Callable<Outcome> put) throws Exception {
    for (boolean again = false; ; again = true) {
      try {
        Outcome outcome = put.call();
        if (again && outcome == Outcome.EXISTS) {
          return Outcome.DONE; // the answer was lost
        }
        if (outcome != Outcome.BUSY) { // more than one caller may have at a time
          return outcome;
        }
      } catch (IOException lost) {
        // a kept connection that made room for another, or a refusal before the end of the body
      }
    }
  }

  private static Outcome bySrm(String path, boolean unannounced) throws Exception {
    try (SrmDoor srm = srm()) {
      return unannounced
          ? srm.putUnannounced(path, new byte[BYTES])
          : srm.put(path, new byte[BYTES], false);
    }
  }

  /** Once all parts are there, the object is never refused. */
  private static Outcome parts(String path) throws Exception {
    String id = s3.create(path);
    List<String> tags = new ArrayList<>();
    for (byte[] bytes : List.of(new byte[LEAST_PART], new byte[BYTES])) {
      Optional<String> tag = s3.part(path, id, tags.size() + 1, bytes);
      if (tag.isEmpty()) {
        assertEquals(Outcome.DONE, s3.abort(path, id));
        return Outcome.NO_SPACE;
      }
      tags.add(tag.get());
    }
    assertEquals(Outcome.DONE, s3.complete(path, id, tags), "it takes nothing");
    return Outcome.DONE;
  }
}
