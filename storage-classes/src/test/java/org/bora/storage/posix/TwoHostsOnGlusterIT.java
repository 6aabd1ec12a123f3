package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.Sealed;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.Test;

/**
 * Two hosts that share files by a volume which keeps each three times; in mid-work a brick dies.
 * What one host begins the other one goes on with, as backends do.
 */
class TwoHostsOnGlusterIT {
  private static final int FILES = 60;
  private static final int BYTES = 300_000;
  private static final FileLabel LABEL = new FileLabel("v1 some=thing");

  @Test
  void aDyingBrickLosesNothingOfWhatTwoHostsDo() throws Exception {
    List<Path> mounts = GlusterMounts.kept();
    Path area = Files.createTempDirectory(mounts.getFirst(), "area-");
    Path same = mounts.getLast().resolve(area.getFileName());
    ProcessHandle brick = ProcessHandle.of(GlusterMounts.brick()).orElseThrow();
    Instant began = Instant.now();
    try (AreaTree one = new PosixDriver().open(area);
        AreaTree other = new PosixDriver().open(same);
        ExecutorService hosts = Executors.newFixedThreadPool(4)) {
      List<Future<?>> lives = new ArrayList<>();
      for (int file = 0; file < FILES; file++) {
        int number = file;
        boolean turn = file % 2 == 0;
        lives.add(hosts.submit(() -> live(turn ? one : other, turn ? other : one, number)));
        if (file == FILES / 3) {
          lives.getFirst().get(1, TimeUnit.MINUTES);
          assertTrue(brick.destroyForcibly(), "the brick was there to be killed");
        }
      }
      for (Future<?> life : lives) {
        life.get(5, TimeUnit.MINUTES);
      }
      assertFalse(brick.isAlive());
      for (int file = 0; file < FILES; file++) {
        isWhole(one, file);
        isWhole(other, file);
      }
      for (Path seen : List.of(area, same)) {
        try (Stream<Path> names = Files.list(seen)) {
          assertEquals(FILES, names.count(), "nothing hidden is left, and nothing is missing");
        }
      }
    }
    System.out.printf(
        "%d lives of %d bytes on two hosts, a brick killed: %d ms%n",
        FILES, BYTES, Duration.between(began, Instant.now()).toMillis());
  }

  /** Put, copied to tape, released, recalled; each step on the other host. */
  private static Void live(AreaTree one, AreaTree other, int file) throws IOException {
    AreaPath path = AreaPath.parse("file-" + file);
    Upload upload = new Upload(path, UUID.randomUUID());
    byte[] bytes = bytes(file);
    one.beginUpload(upload, Owner.PROCESS, 0644);
    one.preallocate(upload, BYTES);
    Files.write(Path.of(one.uploadPath(upload)), bytes);
    Sealed sealed = other.sealUpload(upload, Owner.PROCESS, 0644, LABEL);
    assertEquals(BYTES, sealed.size());
    one.publishUpload(upload, false);
    TapeCopy copy =
        new TapeCopy(
            "library",
            new TapeLocation("V00001", file, "object/" + file),
            sealed.size(),
            sealed.adler32(),
            Optional.empty(),
            Instant.ofEpochSecond(1_700_000_000L));
    other.residences().noteTapeCopy(path, upload.id(), copy);
    one.residences().release(path, upload.id());
    assertFalse(other.facts(path).residency().onDisk());
    Files.write(Path.of(other.residences().beginRecall(path, upload.id(), bytes.length)), bytes);
    one.residences().finishRecall(path, upload.id());
    return null;
  }

  private static void isWhole(AreaTree tree, int file) throws IOException {
    AreaPath path = AreaPath.parse("file-" + file);
    EntryFacts facts = tree.facts(path);
    assertTrue(facts.residency().onDisk() && facts.residency().onTape(), facts::toString);
    assertTrue(facts.adler32().isPresent(), facts::toString);
    assertArrayEquals(bytes(file), Files.readAllBytes(Path.of(tree.physicalPath(path))));
  }

  private static byte[] bytes(int seed) {
    byte[] bytes = new byte[BYTES];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }
}
