package org.bora.storage.conformance;

import static org.bora.storage.conformance.FileSystemDriverConformance.assertRefused;
import static org.bora.storage.conformance.FileSystemDriverConformance.path;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.Residency;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;
import org.junit.jupiter.api.Test;

/** Files whose bytes leave the disk and come back. */
abstract class ResidencePart extends Part {
  private static final String CONTENT = "Wikipedia";
  private static final String ADLER32 = "11e60398";
  private static final String SHA256 =
      "d38b38a2dd476e045c299e8ee5d6466834456d97bd592a71746b423a6a05f386";
  private static final AreaPath FILE = path("file");

  private Residences residences() {
    return tree().residences();
  }

  static TapeCopy copy(Optional<String> sha256) {
    return new TapeCopy(
        "library",
        new TapeLocation("V00017", 42, "object/17"),
        CONTENT.length(),
        ADLER32,
        sha256,
        Instant.ofEpochSecond(1_700_000_000L, 5));
  }

  private UUID put() throws IOException {
    return area().put("file", CONTENT, true).id();
  }

  private UUID migrated() throws IOException {
    UUID id = put();
    residences().noteTapeCopy(FILE, id, copy(Optional.empty()));
    return id;
  }

  private UUID released() throws IOException {
    UUID id = migrated();
    residences().release(FILE, id);
    return id;
  }

  private void bring(UUID id, String content) throws IOException {
    Files.writeString(Path.of(residences().beginRecall(FILE, id)), content);
  }

  private void recall(UUID id) throws IOException {
    bring(id, CONTENT);
    residences().finishRecall(FILE, id);
  }

  @Test
  void aFileIsOnDiskUntilSomebodySaysOtherwise() throws IOException {
    put();
    area().write("stranger", "x");
    assertEquals(Residency.DISK, tree().facts(FILE).residency());
    assertEquals(Residency.DISK, tree().facts(path("stranger")).residency());
    assertEquals(Residency.DISK, tree().facts(AreaPath.ROOT).residency());
  }

  @Test
  void aTapeCopyIsRemembered() throws IOException {
    UUID id = migrated();
    Residency residency = tree().facts(FILE).residency();
    assertEquals(
        new Residency(true, Optional.of(copy(Optional.empty())), Optional.empty()), residency);
    residences().forgetTapeCopy(FILE, id);
    residences().forgetTapeCopy(FILE, id);
    assertEquals(Residency.DISK, tree().facts(FILE).residency());
  }

  @Test
  void aReleasedFileLooksAsBeforeAndCannotBeRead() throws IOException {
    UUID id = migrated();
    tree().setMode(FILE, 0640);
    EntryFacts before = tree().facts(FILE);
    residences().release(FILE, id);
    residences().release(FILE, id);
    EntryFacts after = tree().facts(FILE);
    assertFalse(after.residency().onDisk());
    assertEquals(before.residency().tape(), after.residency().tape());
    assertEquals(before.size(), after.size());
    assertEquals(before.mode(), after.mode());
    assertEquals(before.modifiedAt(), after.modifiedAt());
    assertEquals(before.adler32(), after.adler32());
    assertEquals(before.id(), after.id());
    assertEquals(before.label(), after.label());
    assertEquals(before.uid(), after.uid());
    assertEquals(before.gid(), after.gid());
    assertEquals(0, (int) Files.getAttribute(inArea("file"), "unix:mode") & 0777);
    assertEquals(List.of("file"), scratch().names());
  }

  @Test
  void aRecalledFileIsWhatItWas() throws IOException {
    UUID id = migrated();
    tree().setMode(FILE, 0640);
    EntryFacts before = tree().facts(FILE);
    residences().release(FILE, id);
    recall(id);
    residences().finishRecall(FILE, id);
    EntryFacts after = tree().facts(FILE);
    assertEquals(CONTENT, Files.readString(inArea("file")));
    assertEquals(before.residency(), after.residency());
    assertEquals(before.mode(), after.mode());
    assertEquals(before.modifiedAt(), after.modifiedAt());
    assertEquals(before.adler32(), after.adler32());
    assertEquals(before.label(), after.label());
    assertEquals(before.id(), after.id());
    assertEquals(List.of("file"), scratch().names());
    residences().release(FILE, id);
    assertFalse(tree().facts(FILE).residency().onDisk());
  }

  @Test
  void onlyWhatIsOnTapeIsReleased() throws IOException {
    UUID id = put();
    assertRefused(Reason.UNSUPPORTED, () -> residences().release(FILE, id));
    residences().noteTapeCopy(FILE, id, copy(Optional.empty()));
    Files.setLastModifiedTime(inArea("file"), FileTime.from(Instant.ofEpochSecond(1)));
    assertEquals(Residency.DISK, tree().facts(FILE).residency());
    assertRefused(Reason.BUSY, () -> residences().release(FILE, id));
    assertEquals(CONTENT, Files.readString(inArea("file")));
    assertEquals(List.of("file"), scratch().names());
  }

  @Test
  void damagedBytesFromTapeAreThrownAway() throws IOException {
    UUID id = released();
    for (String wrong : List.of("Wikipedi", "wikipedia", "Wikipedia!")) {
      bring(id, wrong);
      assertRefused(Reason.DAMAGED, () -> residences().finishRecall(FILE, id));
      assertFalse(tree().facts(FILE).residency().onDisk());
      assertEquals(List.of("file"), scratch().names());
    }
    assertRefused(Reason.MISSING, () -> residences().finishRecall(FILE, id));
    recall(id);
    assertEquals(CONTENT, Files.readString(inArea("file")));
  }

  @Test
  void theStrongerChecksumIsComparedToo() throws IOException {
    UUID id = put();
    residences().noteTapeCopy(FILE, id, copy(Optional.of(SHA256.replace('0', '1'))));
    assertRefused(Reason.DAMAGED, () -> residences().verify(FILE, id, bytes -> {}));
    residences().noteTapeCopy(FILE, id, copy(Optional.of(SHA256)));
    residences().verify(FILE, id, bytes -> assertEquals(CONTENT.length(), bytes));
    residences().release(FILE, id);
    assertEquals(Optional.of(SHA256), tree().facts(FILE).residency().tape().get().sha256());
    recall(id);
  }

  @Test
  void aRecallIsGivenUpWithoutTrace() throws IOException {
    UUID id = released();
    bring(id, "half");
    residences().discardRecall(FILE, id);
    residences().discardRecall(FILE, id);
    assertEquals(List.of("file"), scratch().names());
    residences().discardRecall(path("absent/file"), id);
    recall(id);
    assertRefused(Reason.UNSUPPORTED, () -> residences().beginRecall(FILE, id));
  }
}
