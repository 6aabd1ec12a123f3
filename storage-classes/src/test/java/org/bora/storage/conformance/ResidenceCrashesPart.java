package org.bora.storage.conformance;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.bora.storage.conformance.FileSystemDriverConformance.path;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.FoundResidue;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.StorageException;
import org.junit.jupiter.api.Test;

/**
 * What a process leaves that dies in a release or recall: every state between two of its steps is
 * made by hand, for drivers that do it with hidden siblings, and put right by a sweep or by
 * repeating.
 */
abstract class ResidenceCrashesPart extends Part {
  private static final String CONTENT = "Wikipedia";
  private static final AreaPath FILE = path("dir/file");

  private UUID id;

  private Residences residences() {
    return tree().residences();
  }

  private Path file() {
    return inArea("dir/file");
  }

  private Path stub() {
    return inArea("dir/.bora-stub-" + id);
  }

  private Path recalled() {
    return inArea("dir/.bora-recall-" + id);
  }

  private void migrate() throws IOException {
    Files.createDirectories(inArea("dir"));
    id = area().put("dir/file", CONTENT, true).id();
    residences().noteTapeCopy(FILE, id, ResidencePart.copy(Optional.empty()));
  }

  private void release() throws IOException {
    migrate();
    residences().release(FILE, id);
  }

  private void bring(String content) throws IOException {
    Files.writeString(Path.of(residences().beginRecall(FILE, id, content.length())), content);
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
  }

  /** What the sweep of a new process does, twice. */
  private void sweep() throws StorageException {
    tree().close();
    area().tree = area().driver().open(scratch().area(), FileSystemDriverConformance.SEALED);
    for (int round = 0; round < 2; round++) {
      List<FoundResidue> found = new ArrayList<>();
      residences().eachResidue(found::add);
      for (FoundResidue residue : found) {
        residences().settle(residue);
      }
    }
  }

  private List<String> names() throws IOException {
    try (var all = Files.list(inArea("dir"))) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private void assertReleased() throws IOException {
    assertEquals(List.of("file"), names());
    assertFalse(tree().facts(FILE).residency().onDisk());
    bring(CONTENT);
    residences().finishRecall(FILE, id);
    assertOnDisk();
  }

  private void assertOnDisk() throws IOException {
    assertEquals(List.of("file"), names());
    assertTrue(tree().facts(FILE).residency().onDisk());
    assertEquals(CONTENT, Files.readString(file()));
  }

  @Test
  void anUnfinishedStubGoes() throws IOException {
    migrate();
    Files.createFile(stub());
    sweep();
    assertOnDisk();
    Files.createFile(stub());
    Files.setAttribute(stub(), "user:bora.stub", ByteBuffer.wrap("1 0644 -".getBytes(US_ASCII)));
    residences().release(FILE, id);
    assertReleased();
  }

  @Test
  void whatWasReleasedButNotUnlinkedGoes() throws IOException {
    for (boolean repeated : new boolean[] {false, true}) {
      migrate();
      Path kept = inArea("kept");
      copy(file(), kept);
      residences().release(FILE, id);
      Files.move(kept, stub());
      if (repeated) {
        residences().release(FILE, id);
      } else {
        sweep();
      }
      assertReleased();
    }
  }

  @Test
  void aFileThatWasCaughtInPlaceOfTheReleasedGoesBack() throws IOException {
    needsExchange();
    release();
    Path other = inArea("dir/other");
    UUID later = area().put("dir/other", "later", false).id();
    Files.move(other, stub());
    sweep();
    assertEquals(List.of("file"), names());
    assertEquals("later", Files.readString(file()));
    assertEquals(Optional.of(later), tree().facts(FILE).id());
  }

  @Test
  void aFileThatWasCaughtInPlaceOfTheStubGoesBack() throws IOException {
    needsExchange();
    migrate();
    UUID later = area().put("dir/other", "later", false).id();
    Files.move(inArea("dir/other"), recalled());
    sweep();
    assertEquals(List.of("file"), names());
    assertEquals(Optional.of(later), tree().facts(FILE).id());
  }

  @Test
  void bytesThatMayBeTheOnlyCopyStay() throws IOException {
    migrate();
    Files.writeString(stub(), "somebody's");
    sweep();
    assertEquals("somebody's", Files.readString(stub()));
    Files.delete(stub());
    Files.writeString(recalled(), "somebody's");
    sweep();
    assertEquals("somebody's", Files.readString(recalled()));
    assertEquals(CONTENT, Files.readString(file()));
  }

  @Test
  void aRecallThatWasCutShortBeginsAgainOrEnds() throws IOException {
    release();
    bring("half");
    sweep();
    assertReleased();
    residences().release(FILE, id);
    bring("half");
    bring(CONTENT);
    residences().finishRecall(FILE, id);
    assertOnDisk();
    // dressed, but not exchanged
    Path dressed = inArea("kept");
    copy(file(), dressed);
    residences().release(FILE, id);
    Files.move(dressed, recalled());
    residences().finishRecall(FILE, id);
    assertOnDisk();
  }

  @Test
  void aStubThatWasReplacedButNotUnlinkedGoes() throws IOException {
    release();
    Path kept = inArea("kept");
    Files.copy(file(), kept, StandardCopyOption.COPY_ATTRIBUTES);
    bring(CONTENT);
    residences().finishRecall(FILE, id);
    Files.move(kept, recalled());
    residences().finishRecall(FILE, id);
    assertOnDisk();
  }

  @Test
  void whatARemovedFileLeavesGoes() throws IOException {
    release();
    bring("half");
    tree().removeFile(FILE);
    sweep();
    assertEquals(List.of(), names());
  }

  @Test
  void theBytesOfARemovedRecallThatCameTooLateGo() throws IOException {
    migrate();
    Files.writeString(recalled(), CONTENT);
    sweep();
    assertOnDisk();
  }
}
