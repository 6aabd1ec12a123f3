package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.Residency;
import org.bora.storage.spi.Residency.Trouble;
import org.bora.storage.spi.SpaceSource;
import org.bora.storage.spi.Striping;
import org.bora.storage.spi.TreeSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What StoRM noted on files counts for those that nobody changed since, and for no other. */
class StormMarksIT {
  private static final Instant STOPPED = Instant.parse("2026-11-21T18:00:00Z");
  private static final Residency ELSEWHERE =
      new Residency(false, Optional.empty(), Optional.of(Trouble.UNAVAILABLE));

  @TempDir private Path root;

  private AreaTree tree;

  @BeforeEach
  void open() throws IOException {
    tree = open(Optional.of(STOPPED));
  }

  private AreaTree open(Optional<Instant> until) throws IOException {
    return new PosixDriver()
        .open(root, new TreeSettings(SpaceSource.AUTO, true, Striping.INHERITED, false, until));
  }

  @AfterEach
  void close() {
    tree.close();
  }

  private void file(String name, Instant modified, String attribute, String value)
      throws IOException {
    Path file = root.resolve(name);
    if (!Files.exists(file)) {
      Files.writeString(file, "Wikipedia");
    }
    Files.setAttribute(file, "user:" + attribute, StandardCharsets.US_ASCII.encode(value));
    Files.setLastModifiedTime(file, FileTime.from(modified));
  }

  private void checksum(String name, Instant modified, String digits) throws IOException {
    file(name, modified, "storm.checksum.adler32", digits);
  }

  /** As a look at one file, and as a listing, tell it. */
  private EntryFacts facts(String name) throws IOException {
    EntryFacts looked = tree.facts(AreaPath.parse(name));
    try (Listing listing = tree.list(AreaPath.ROOT)) {
      assertEquals(looked, listing.facts(name));
      assertEquals(looked.certain(), looked);
      assertEquals(looked.adler32(), listing.glance(name, true).adler32());
      assertEquals(looked.residency(), listing.glance(name, true).residency());
    }
    return looked;
  }

  @Test
  void aChecksumOfAFileThatNobodyChangedCounts() throws IOException {
    checksum("file", STOPPED.minusSeconds(1), "11e60398");
    assertEquals(Optional.of("11e60398"), facts("file").adler32());
    assertEquals(Residency.DISK, facts("file").residency());
  }

  @Test
  void digitsAreWrittenAsClientsCompareThem() throws IOException {
    checksum("short", STOPPED.minusSeconds(1), "1E60398\n");
    assertEquals(Optional.of("01e60398"), facts("short").adler32());
    checksum("strange", STOPPED.minusSeconds(1), "none");
    assertEquals(Optional.empty(), facts("strange").adler32());
  }

  @Test
  void aFileChangedSinceHasNoChecksumOfStorms() throws IOException {
    checksum("file", STOPPED, "11e60398");
    assertEquals(Optional.empty(), facts("file").adler32());
  }

  @Test
  void whereStormNeverWasItsMarksMeanNothing() throws IOException {
    checksum("file", STOPPED.minusSeconds(1), "11e60398");
    try (AreaTree other = open(Optional.empty())) {
      assertEquals(Optional.empty(), other.facts(AreaPath.parse("file")).adler32());
    }
  }

  @Test
  void whatIsOnItsTapeAloneIsUnavailableUntilItIsBack() throws IOException {
    try (RandomAccessFile sparse = new RandomAccessFile(root.resolve("file").toFile(), "rw")) {
      sparse.setLength(1 << 20);
    }
    file("file", STOPPED.minusSeconds(1), "storm.migrated", "");
    checksum("file", STOPPED.minusSeconds(1), "11e60398");
    assertEquals(ELSEWHERE, facts("file").residency());
    assertEquals(Optional.of("11e60398"), facts("file").adler32());
    Files.write(root.resolve("file"), new byte[1 << 20]);
    tree.syncEntry(AreaPath.parse("file"));
    Files.setLastModifiedTime(root.resolve("file"), FileTime.from(STOPPED.minusSeconds(1)));
    assertEquals(Residency.DISK, facts("file").residency());
  }
}
