package org.bora.backend.sweep;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.bora.api.Catalogue;
import org.bora.api.put.PartsDirectory;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.OnSmallSite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A door died when it had made the directory for the parts of a file, and nothing in it. */
@ExtendWith(MariaDb.class)
class EmptyPartsIT extends OnSmallSite {
  private static final Duration GRACE = SweepSettings.defaults().orphanGrace();

  private Path directory(String name, Duration age) throws IOException {
    Path made = Files.createDirectories(root.resolve(name));
    setAge(made, age);
    return made;
  }

  private void setAge(Path directory, Duration age) throws IOException {
    Instant then = site.time.instant().minus(age);
    Files.setLastModifiedTime(directory, FileTime.from(then));
  }

  private static String parts(char digit) {
    return "a/" + PartsDirectory.PREFIX + String.valueOf(digit).repeat(32);
  }

  private int swept() {
    return new OrphanUploads(
            new Sweep.Ground(site.transactions, site.locator, site.books, site.tokens),
            SweepSettings.defaults())
        .sweep(site.time.instant());
  }

  @Test
  void itGoesAfterTheGrace() throws IOException {
    Path old = directory(parts('1'), GRACE.plusSeconds(1));
    assertEquals(1, swept());
    assertFalse(Files.exists(old));
  }

  @Test
  void whatALivingDoorHasJustMadeStays() throws IOException {
    Path young = directory(parts('2'), GRACE);
    assertEquals(0, swept());
    assertTrue(Files.exists(young));
  }

  @Test
  void oneInWhichThereIsAFileStays() throws IOException {
    Path begun = directory(parts('3'), Duration.ZERO);
    Files.createFile(begun.resolve("object"));
    setAge(begun, GRACE.multipliedBy(6));
    assertEquals(0, swept());
    assertTrue(Files.exists(begun));
  }

  @Test
  void oneInWhichAFileIsBeingWrittenStays() throws IOException {
    Path beginning = directory(parts('4'), Duration.ZERO);
    SrmStatus begun =
        site.puts
            .call(
                Catalogue.BEGIN_UPLOAD,
                site.call(ALICE),
                put(OverwriteMode.NEVER, parts('4') + "/object"))
            .files()
            .getFirst()
            .status()
            .code();
    assertEquals(SrmStatus.SPACE_AVAILABLE, begun);
    setAge(beginning, GRACE.multipliedBy(30));
    assertEquals(0, swept());
    assertTrue(Files.exists(beginning));
  }

  @Test
  void directoriesOfClientsStay() throws IOException {
    Path empty = directory("a/empty", GRACE.multipliedBy(30));
    Path alike = directory("a/" + PartsDirectory.PREFIX + "mine", GRACE.multipliedBy(30));
    assertEquals(0, swept());
    assertTrue(Files.exists(empty));
    assertTrue(Files.exists(alike));
  }
}
