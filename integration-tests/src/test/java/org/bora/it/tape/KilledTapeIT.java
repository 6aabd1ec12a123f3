package org.bora.it.tape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.it.site.SplitSite;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * {@code kill -9} of the backend process while bytes go to tape and come back. The frontend lives:
 * clients that wait are told to ask again, do so by themselves, and notice nothing else.
 */
@ExtendWith(MariaDb.class)
class KilledTapeIT {
  private static final int SIZE = 3_000_000;

  /** Every file is over the high mark, so that it leaves as soon as it is on tape. */
  private static final String AREA =
      """
        - name: tape
          sfn: /tape
          root: data/tape
          class: d0t1
          library: slow
          size: 10MB
          buffer: {high: 20, low: 0}
          rules:
            - allow all to vo testvo
      mapping:""";

  /** Two seconds for a file in either direction. */
  private static final String LIBRARY =
      """
      tape:
        libraries:
          - name: slow
            driver: virtual
            virtual: {directory: data/volumes, volumes: 1, volume-size: 64MiB,
                      mount: 0s, unmount: 0s, locate: 0s, read-rate: 1500kB, write-rate: 1500kB}
        migration: {max-age: 0s, check: 1s, lease: 3s, retry-first: 1s}
        recall: {gather: 0s, retry-first: 1s, cost-of-mount: 1s, cost-of-file: 0s}
        buffer-check: 1s
        drive-lease: 5s
      """;

  private static SplitSite site;
  private static TapeUser user;
  private static Path source;

  @BeforeAll
  static void up(Schemas schemas) throws IOException {
    site = SplitSite.up(schemas.empty(), KilledTapeIT::withTape, "data/tape");
    Path desk = Files.createDirectories(site.served().resolve("desk"));
    user = TapeUser.of(site, desk);
    byte[] bytes = new byte[SIZE];
    new Random(SIZE).nextBytes(bytes);
    source = Files.write(desk.resolve("source"), bytes);
  }

  private static String withTape(String configuration) {
    return configuration.replaceFirst("(?m)^mapping:", AREA) + LIBRARY;
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  @Test
  void aMigrationIsFinishedAfterTheBackendThatBeganItWasKilled() throws IOException {
    long written = onVolumes();
    user.put(source, "/tape/up");
    TapeUser.await("bytes go to tape", () -> onVolumes() > written);
    site.killBackend();
    assertEquals(SIZE, Files.size(file("up")), "it is on disk meanwhile");
    site.startBackend();

    user.awaitNearline("/tape/up");
    user.assertComesOut(source, "/tape/up");
  }

  @Test
  void aClientThatReadsFromTapeGetsItsFileAlthoughTheBackendWasKilled() throws Exception {
    user.put(source, "/tape/down");
    user.awaitNearline("/tape/down");
    Path copy = user.desk().resolve("read");
    Path log = user.desk().resolve("read.log");
    Process reader = user.begin(log, "gfal-copy", user.surl("/tape/down"), "file://" + copy);
    try {
      TapeUser.await("bytes come from tape", () -> !returning().isEmpty());
      site.killBackend();
      assertEquals(1, returning().size(), "it was killed before all had come");
      site.startBackend();
      assertTrue(reader.waitFor(1, TimeUnit.MINUTES), "the client waits for ever");
      assertEquals(0, reader.exitValue(), Files.readString(log));
    } finally {
      reader.destroyForcibly();
    }
    TapeUser.assertSame(source, copy);
    assertEquals(List.of(), returning(), "nothing is left behind");
  }

  private static List<Path> returning() {
    try (Stream<Path> all = Files.list(site.served().resolve("tape"))) {
      return all.filter(path -> path.getFileName().toString().startsWith(".bora-recall-")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path file(String name) {
    return site.served().resolve("tape").resolve(name);
  }

  /** The library replaces files of its own meanwhile: one that is gone again is nothing. */
  private static long onVolumes() {
    LongAdder bytes = new LongAdder();
    try {
      Files.walkFileTree(
          site.served().resolve("volumes"),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes facts) {
              bytes.add(facts.size());
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.sum();
  }
}
