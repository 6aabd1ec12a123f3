package org.bora.it.faults;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.it.site.DoorSite;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code kill -9} and a freeze of the processes of a split site while files move by HTTP. */
@ExtendWith(MariaDb.class)
@Timeout(180)
class KilledDoorIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int BYTES = 6 << 20;

  private static DoorSite site;
  private static byte[] bytes;
  private static Path source;

  @BeforeAll
  static void up(Schemas schemas) throws IOException {
    site = DoorSite.up(schemas.empty(), UnaryOperator.identity());
    bytes = new byte[BYTES];
    new Random(7).nextBytes(bytes);
    source = Files.write(site.home().resolve("source"), bytes);
  }

  @AfterAll
  static void down() {
    site.close();
  }

  @Test
  void anUploadGoesOnWhicheverBackendIsKilledMeanwhile() throws Exception {
    for (String victim : DoorSite.BACKENDS) {
      String name = "upload-" + victim;
      long before = hidden();
      Process client = begin(name, "--limit-rate", "2M", "-T", source.toString(), url(name));
      awaitUpload(before);
      site.process(victim).kill();
      assertEquals("201", ended(client, name), "another backend publishes it");
      assertArrayEquals(bytes, Files.readAllBytes(site.files().resolve(name)));
      assertEquals(before, hidden());
      site.start(victim);
    }
  }

  @Test
  void anUploadGoesOnWhileABackendStandsStill() throws Exception {
    long before = hidden();
    Process client = begin("frozen", "--limit-rate", "2M", "-T", source.toString(), url("frozen"));
    awaitUpload(before);
    site.process("backend1").freeze();
    try {
      assertEquals("201", ended(client, "frozen"));
    } finally {
      site.process("backend1").thaw();
    }
    assertArrayEquals(bytes, Files.readAllBytes(site.files().resolve("frozen")));
    assertEquals(before, hidden());
  }

  @Test
  void aDownloadNeedsNoBackendOnceItHasBegun() throws Exception {
    Files.write(site.files().resolve("read"), bytes);
    Path into = site.home().resolve("read-copy");
    Process client = begin("read", "--limit-rate", "2M", "-o", into.toString(), url("read"));
    await(() -> Files.exists(into), "nothing arrives");
    site.process("backend2").kill();
    assertEquals("200", ended(client, "read"));
    assertArrayEquals(bytes, Files.readAllBytes(into));
    site.start("backend2");
  }

  @Test
  void aCopyIsWholeOrNotThereWhenABackendIsKilled() throws Exception {
    Files.write(site.files().resolve("copied"), bytes);
    for (int round = 0; round < 3; round++) {
      String to = "copy-" + round;
      Process client = begin(to, "-X", "COPY", "-H", "Destination: " + url(to), url("copied"));
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(15L * round));
      site.process("backend1").kill();
      String status = ended(client, to);
      Path file = site.files().resolve(to);
      if (Files.exists(file)) {
        assertArrayEquals(bytes, Files.readAllBytes(file));
      }
      assertEquals(status.equals("201"), Files.exists(file), status);
      site.start("backend1");
    }
  }

  @Test
  void aKilledDoorLeavesNothingVisibleAndAnotherDoorServes() throws Exception {
    site.start(DoorSite.OTHER_DOOR);
    List<Path> before = hiddenFiles();
    Process client = begin("door", "--limit-rate", "1M", "-T", source.toString(), url("door"));
    awaitUpload(before.size());
    site.process(DoorSite.DOOR).kill();
    assertNotEquals("201", ended(client, "door"));
    assertFalse(Files.exists(site.files().resolve("door")), "nobody sees a part of it");

    String there = site.http(DoorSite.OTHER_DOOR) + "/testvo/";
    assertEquals("201", ended(begin("else", "-T", source.toString(), there + "else"), "else"));
    assertArrayEquals(bytes, Files.readAllBytes(site.files().resolve("else")));
    // the kernel has taken back the lock of the dead door, so its name is free
    assertEquals("201", ended(begin("door", "-T", source.toString(), there + "door"), "door"));
    assertArrayEquals(bytes, Files.readAllBytes(site.files().resolve("door")));
    assertEquals(before, hiddenFiles(), "what the dead door had begun is removed");
    site.start(DoorSite.DOOR);
    site.process(DoorSite.OTHER_DOOR).stop();
  }

  @Test
  void aDoorWithAnotherDirectoryServesNothingOfIt() throws Exception {
    Path elsewhere = Files.createDirectories(site.home().resolve("data/elsewhere"));
    Files.writeString(elsewhere.resolve("f"), "not of the area");
    Files.writeString(site.files().resolve("f"), "of the area");
    Path file = site.configuration(DoorSite.OTHER_DOOR);
    String right = Files.readString(file);
    Files.writeString(file, right.replace("root: data/testvo", "root: data/elsewhere"));
    site.start(DoorSite.OTHER_DOOR);
    try {
      String there = site.http(DoorSite.OTHER_DOOR) + "/testvo/";
      assertEquals("503", ended(begin("wrong", there + "f"), "wrong"));
      assertEquals("503", ended(begin("put", "-T", source.toString(), there + "g"), "put"));
      assertEquals(List.of("f"), List.of(elsewhere.toFile().list()));
      String told = site.process(DoorSite.OTHER_DOOR).bora("status").output();
      assertTrue(
          told.contains("area testvo is not served by this door: its root has no mark"), told);
    } finally {
      site.process(DoorSite.OTHER_DOOR).stop();
      Files.writeString(file, right);
    }
  }

  private static String url(String name) {
    return site.http(DoorSite.DOOR) + "/testvo/" + name;
  }

  /** Starts curl, whose output is the status. */
  private static Process begin(String name, String... options) throws IOException {
    List<String> words = new ArrayList<>(List.of("curl", "-sS"));
    words.addAll(List.of("--capath", site.authorities().toString()));
    words.addAll(List.of("-E", site.proxy("alice-voms").toString(), "-m", "100"));
    words.addAll(List.of("-w", "%{http_code}"));
    if (!Arrays.asList(options).contains("-o")) {
      words.addAll(List.of("-o", "/dev/null"));
    }
    words.addAll(List.of(options));
    return site.shell().start(said(name).toFile(), words.toArray(String[]::new));
  }

  private static Path said(String name) {
    return site.home().resolve(name + ".said");
  }

  /** Its last three letters are the status. */
  private static String ended(Process client, String name) throws Exception {
    assertTrue(client.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    String text = Files.readString(said(name));
    return text.substring(Math.max(0, text.length() - 3));
  }

  /** Until its bytes flow: before, the backend that begins it may still be at work. */
  private static void awaitUpload(long before) {
    await(
        () -> hidden() > before && hiddenFiles().stream().anyMatch(KilledDoorIT::hasBytes),
        "no upload has begun");
  }

  private static boolean hasBytes(Path upload) {
    return upload.toFile().length() > 0;
  }

  private static long hidden() {
    return hiddenFiles().size();
  }

  private static List<Path> hiddenFiles() {
    try (Stream<Path> all = Files.list(site.files())) {
      return all.filter(path -> path.getFileName().toString().startsWith(".bora-put-")).toList();
    } catch (IOException unreadable) {
      throw new AssertionError(unreadable);
    }
  }

  private static void await(BooleanSupplier holds, String otherwise) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, otherwise);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }
}
