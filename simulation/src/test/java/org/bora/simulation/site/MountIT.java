package org.bora.simulation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.Sealed;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Open files of a process are closed when it dies, and not before. */
class MountIT {
  private static final Duration REST = Duration.ofMinutes(1);
  private static final AreaPath FILE = AreaPath.parse("file");
  private static final UUID ID = new UUID(1, 2);

  @TempDir private Path directory;

  private final Choices choices = Choices.seeded(1);
  private final Scheduler scheduler = new Scheduler(choices, Instant.parse("2026-11-20T12:00:00Z"));

  @FunctionalInterface
  private interface Step {
    void run() throws StorageException;
  }

  private static void unchecked(Step step) {
    try {
      step.run();
    } catch (StorageException e) {
      throw new IllegalStateException(e);
    }
  }

  private void store(Disk disk, AreaTree tree) throws StorageException {
    Upload upload = new Upload(FILE, ID);
    tree.beginUpload(upload, Owner.PROCESS, 0644);
    disk.append(directory.resolve(upload.hiddenName()).toString(), "content");
    Sealed sealed = tree.sealUpload(upload, Owner.PROCESS, 0644, new FileLabel("/CN=owner"));
    tree.publishUpload(upload, false);
    tree.residences()
        .noteTapeCopy(
            FILE,
            ID,
            new TapeCopy(
                "lib",
                TapeLocation.named("object"),
                sealed.size(),
                sealed.adler32(),
                Optional.empty(),
                Instant.EPOCH));
  }

  @Test
  void aFileThatIsVerifiedIsOpenUntilItsReaderIsDoneOrDead() {
    try (Disk disk = new Disk(scheduler, choices, Conditions.drawnFrom(choices), directory)) {
      disk.pace().isWell();
      Mount reading = disk.mount("reading");
      Mount other = disk.mount("other");
      Residences residences = other.tree().residences();
      boolean[] rests = {false};
      scheduler.run(
          () -> {
            unchecked(() -> store(disk, other.tree()));
            scheduler.start(
                "reading",
                "verifies",
                () ->
                    unchecked(
                        () ->
                            reading
                                .tree()
                                .residences()
                                .verify(
                                    FILE,
                                    ID,
                                    bytes -> {
                                      rests[0] = true;
                                      scheduler.sleep(REST);
                                    })));
            scheduler.sleep(REST.dividedBy(2));
            assertTrue(rests[0]);
            assertEquals(
                StorageException.Reason.BUSY,
                assertThrows(StorageException.class, () -> residences.release(FILE, ID)).reason());

            scheduler.kill("reading");
            reading.close();
            unchecked(() -> residences.release(FILE, ID));
            other.close();
          });
    }
  }
}
