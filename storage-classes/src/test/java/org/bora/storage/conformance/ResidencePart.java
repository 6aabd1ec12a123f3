package org.bora.storage.conformance;

import static org.bora.storage.conformance.FileSystemDriverConformance.assertRefused;
import static org.bora.storage.conformance.FileSystemDriverConformance.path;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.PreparedRelease;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.Residency;
import org.bora.storage.spi.Residency.Trouble;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.Upload;
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
    Files.writeString(Path.of(residences().beginRecall(FILE, id, CONTENT.length())), content);
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
    migrated();
    Residency residency = tree().facts(FILE).residency();
    assertEquals(
        new Residency(true, Optional.of(copy(Optional.empty())), Optional.empty()), residency);
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
  void aReleaseThatWasWithdrawnCanNoLongerBeCarriedOut() throws IOException {
    UUID id = migrated();
    try (PreparedRelease late = residences().prepareRelease(FILE, id)) {
      assertTrue(residences().keep(FILE, id));
      assertRefused(Reason.BUSY, late::carryOut);
    }
    assertEquals(CONTENT, Files.readString(inArea("file")));
    assertEquals(List.of("file"), scratch().names());
  }

  @Test
  void aReleaseThatWasWithdrawnIsNotCarriedOutWithTheStubOfALaterOne() throws IOException {
    UUID id = migrated();
    try (PreparedRelease late = residences().prepareRelease(FILE, id)) {
      assertTrue(residences().keep(FILE, id));
      try (PreparedRelease later = residences().prepareRelease(FILE, id)) {
        assertRefused(Reason.BUSY, late::carryOut);
        assertTrue(tree().facts(FILE).residency().onDisk());
        later.carryOut();
      }
    }
    assertFalse(residences().keep(FILE, id));
    assertEquals(List.of("file"), scratch().names());
  }

  @Test
  void whatWasPreparedAndNotCarriedOutLeavesNothing() throws IOException {
    UUID id = migrated();
    residences().prepareRelease(FILE, id).close();
    assertTrue(residences().keep(FILE, id));
    assertRefused(Reason.MISSING, () -> residences().keep(FILE, UUID.randomUUID()));
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
    assertRefused(Reason.UNSUPPORTED, () -> residences().beginRecall(FILE, id, CONTENT.length()));
  }

  @Test
  void rightsOfAReleasedFileAreThoseItWillHave() throws IOException {
    UUID id = released();
    tree().setMode(FILE, 04750);
    assertEquals(0750, tree().facts(FILE).mode(), "a stub keeps no set-user bit");
    assertEquals(0, permissionsOnDisk());
    recall(id);
    assertEquals(0750, tree().facts(FILE).mode());
    assumeTrue(tree().keepsAcls(), "the filesystem keeps no lists");
    Acl list = Acl.ofMode(0640).withUser(12345, 6);
    tree().setAcl(FILE, list);
    residences().release(FILE, id);
    assertEquals(list, tree().acl(FILE));
    assertEquals(0, permissionsOnDisk());
    Acl other = list.withoutUser(12345).withNamedGroup(23456, 5).withOther(1);
    tree().setAcl(FILE, other);
    assertEquals(other, tree().acl(FILE));
    assertEquals(0, permissionsOnDisk());
    recall(id);
    assertEquals(other, tree().acl(FILE));
    residences().release(FILE, id);
    tree().setAcl(FILE, Acl.ofMode(0604));
    recall(id);
    assertEquals(Acl.ofMode(0604), tree().acl(FILE));
  }

  private int permissionsOnDisk() throws IOException {
    return (int) Files.getAttribute(inArea("file"), "unix:mode") & 07777;
  }

  @Test
  void aReleasedFileIsRelabelledSyncedRenamedReplacedAndRemoved() throws IOException {
    UUID id = released();
    tree().relabel(FILE, new FileLabel("another"));
    tree().syncEntry(FILE);
    tree().rename(FILE, path("renamed"));
    assertRefused(Reason.MISSING, () -> residences().beginRecall(FILE, id, CONTENT.length()));
    Files.writeString(
        Path.of(residences().beginRecall(path("renamed"), id, CONTENT.length())), CONTENT);
    residences().finishRecall(path("renamed"), id);
    assertEquals("another", tree().facts(path("renamed")).label().get().text());
    residences().release(path("renamed"), id);
    Upload upload = area().put("renamed", "later", true);
    assertTrue(tree().isPublished(upload));
    assertTrue(tree().facts(path("renamed")).residency().onDisk());
    assertEquals("later", Files.readString(inArea("renamed")));
    UUID second = released();
    assertTrue(tree().withdrawUpload(new Upload(FILE, second)));
    released();
    tree().removeFile(FILE);
    assertEquals(List.of("renamed"), scratch().names());
  }

  @Test
  void troubleStandsBetweenAFileAndItsBytesUntilTheyAreBack() throws IOException {
    UUID id = migrated();
    residences().noteTrouble(FILE, id, Optional.empty());
    assertRefused(
        Reason.UNSUPPORTED, () -> residences().noteTrouble(FILE, id, Optional.of(Trouble.LOST)));
    residences().release(FILE, id);
    for (Trouble trouble : Trouble.values()) {
      residences().noteTrouble(FILE, id, Optional.of(trouble));
      tree().setMode(FILE, 0600);
      assertEquals(Optional.of(trouble), tree().facts(FILE).residency().trouble());
    }
    recall(id);
    assertEquals(Optional.empty(), tree().facts(FILE).residency().trouble());
  }

  @Test
  void theLongestTextsFitBesideAListAndASealedChecksum() throws IOException {
    UUID id = put();
    tree().relabel(FILE, new FileLabel("l".repeat(FileLabel.MAX_BYTES)));
    if (tree().keepsAcls()) {
      Acl list = Acl.ofMode(0640);
      for (int uid = 10_000; uid < 10_060; uid++) {
        list = list.withUser(uid, 4);
      }
      tree().setAcl(FILE, list);
    }
    TapeLocation location =
        new TapeLocation(
            "v".repeat(TapeLocation.MAX_VOLUME_BYTES),
            Long.MAX_VALUE,
            "o".repeat(TapeLocation.MAX_OBJECT_BYTES));
    TapeCopy longest =
        new TapeCopy(
            "a library", location, 9, ADLER32, Optional.of(SHA256), Instant.ofEpochSecond(1, 1));
    residences().noteTapeCopy(FILE, id, longest);
    residences().release(FILE, id);
    assertEquals(Optional.of(longest), tree().facts(FILE).residency().tape());
    recall(id);
    assertEquals(Optional.of(longest), tree().facts(FILE).residency().tape());
  }

  @Test
  void strangersAttributesStayWithTheFile() throws IOException {
    UUID id = migrated();
    Files.setAttribute(inArea("file"), "user:site.note", ByteBuffer.wrap(new byte[] {1, 2}));
    residences().release(FILE, id);
    recall(id);
    assertArrayEquals(
        new byte[] {1, 2}, (byte[]) Files.getAttribute(inArea("file"), "user:site.note"));
  }

  @Test
  void anOpenFileIsNotReleased() throws IOException {
    UUID id = migrated();
    try (FileChannel open = FileChannel.open(inArea("file"))) {
      assertRefused(Reason.BUSY, () -> residences().release(FILE, id));
      assertEquals(CONTENT.length(), open.size());
    }
    assertEquals(List.of("file"), scratch().names());
    residences().release(FILE, id);
  }

  @Test
  void anotherFileOfTheNameIsLeftAlone() throws IOException {
    UUID id = migrated();
    UUID other = UUID.randomUUID();
    assertRefused(Reason.MISSING, () -> residences().release(FILE, other));
    assertRefused(Reason.MISSING, () -> residences().release(path("absent"), id));
    assertRefused(Reason.MISSING, () -> residences().release(path("file/below"), id));
    assertRefused(Reason.MISSING, () -> residences().verify(FILE, other, bytes -> {}));
    assertRefused(Reason.MISSING, () -> residences().finishRecall(FILE, other));
    assertEquals(CONTENT, Files.readString(inArea("file")));
  }

  @Test
  void bitRotIsFound() throws IOException {
    UUID id = put();
    residences().verify(FILE, id, bytes -> {});
    FileTime modified = Files.getLastModifiedTime(inArea("file"));
    Files.writeString(inArea("file"), "wikipedia");
    assertRefused(Reason.BUSY, () -> residences().verify(FILE, id, bytes -> {}));
    Files.setLastModifiedTime(inArea("file"), modified);
    assertRefused(Reason.DAMAGED, () -> residences().verify(FILE, id, bytes -> {}));
    assertRefused(
        Reason.IO,
        () ->
            residences()
                .verify(
                    FILE,
                    id,
                    bytes -> {
                      throw new StorageException(Reason.IO, "stopped");
                    }));
  }

  @Test
  void aFileFromElsewhereIsAdoptedOnce() throws IOException {
    area().write("file", CONTENT);
    UUID id = residences().adopt(FILE);
    assertEquals(id, residences().adopt(FILE));
    assertEquals(Optional.of(ADLER32), tree().facts(FILE).adler32());
    residences().noteTapeCopy(FILE, id, copy(Optional.empty()));
    residences().release(FILE, id);
    assertEquals(id, residences().adopt(FILE));
    recall(id);
    assertEquals(CONTENT, Files.readString(inArea("file")));
    assertRefused(Reason.UNSUPPORTED, () -> residences().adopt(AreaPath.ROOT));
  }

  @Test
  void whatIsOnTheTapeOfStormIsNotAdopted() throws IOException {
    try (RandomAccessFile sparse = new RandomAccessFile(inArea("file").toFile(), "rw")) {
      sparse.setLength(1 << 20);
    }
    Files.setAttribute(inArea("file"), "user:storm.migrated", ByteBuffer.wrap(new byte[] {'1'}));
    assertRefused(Reason.UNSUPPORTED, () -> residences().adopt(FILE));
    Files.write(inArea("file"), new byte[1 << 20]);
    tree().syncEntry(FILE);
    residences().adopt(FILE);
  }

  @Test
  void whatSomebodyWroteIntoAStubIsNotReplaced() throws IOException {
    UUID id = released();
    assumeTrue(Files.isWritable(inArea("file")), "only root can write into a stub");
    Files.writeString(inArea("file"), "precious");
    bring(id, CONTENT);
    assertRefused(Reason.BUSY, () -> residences().finishRecall(FILE, id));
    assertEquals("precious", Files.readString(inArea("file")));
  }

  @Test
  void aTouchedStubComesBackWithItsNewTime() throws IOException {
    UUID id = released();
    FileTime touched = FileTime.from(Instant.ofEpochSecond(1_600_000_000));
    Files.setLastModifiedTime(inArea("file"), touched);
    assertEquals(Optional.of(ADLER32), tree().facts(FILE).adler32());
    recall(id);
    assertEquals(touched.toInstant(), tree().facts(FILE).modifiedAt());
    assertEquals(Optional.of(ADLER32), tree().facts(FILE).adler32());
    residences().release(FILE, id);
  }
}
