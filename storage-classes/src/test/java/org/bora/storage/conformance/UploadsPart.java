package org.bora.storage.conformance;

import static org.bora.storage.conformance.FileSystemDriverConformance.LABEL;
import static org.bora.storage.conformance.FileSystemDriverConformance.assertRefused;
import static org.bora.storage.conformance.FileSystemDriverConformance.path;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.zip.Adler32;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.FoundUpload;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.Sealed;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.Test;

/** From the empty hidden file to the published one. */
abstract class UploadsPart extends Part {

  @Test
  void aFileAppearsWholeWithItsChecksumAndNothingElseRemains() throws IOException {
    Upload upload = area().begun("file", "Wikipedia");
    assertEquals(9, tree().uploadFacts(upload).orElseThrow().size());
    assertRefused(Reason.MISSING, () -> tree().facts(path("file")));
    assertEquals(new Sealed(9, "11e60398"), tree().sealUpload(upload, Owner.PROCESS, 0640, LABEL));
    assertFalse(tree().isPublished(upload));
    tree().publishUpload(upload, false);
    assertTrue(tree().isPublished(upload));
    EntryFacts facts = tree().facts(path("file"));
    assertEquals(Optional.of("11e60398"), facts.adler32());
    assertEquals(0640, facts.mode());
    assertEquals(Optional.of(upload.id()), facts.id());
    assertEquals(Optional.of(LABEL), facts.label());
    assertEquals(List.of("file"), scratch().names());
  }

  @Test
  void aFileIsWithdrawnOnlyWhereItIsTheOneThatIsMeant() throws IOException {
    Upload first = area().put("file", "first", false);
    assertTrue(tree().withdrawUpload(first));
    assertEquals(List.of(), scratch().names());
    assertFalse(tree().withdrawUpload(first), "it is gone");
    Upload second = area().put("file", "second", false);
    assertFalse(tree().withdrawUpload(first), "another file has its name");
    assertTrue(tree().isPublished(second));
    assertEquals(List.of("file"), scratch().names());
    assertFalse(tree().withdrawUpload(new Upload(path("missing/file"), first.id())));
  }

  @Test
  void anUploadIsUnwrittenUntilSomethingIsTransferred() throws IOException {
    Upload upload = new Upload(path("file"), UUID.randomUUID());
    assertFalse(tree().isUnwritten(upload), "there is none");
    tree().beginUpload(upload, Owner.PROCESS, 0600);
    assertTrue(tree().isUnwritten(upload));
    tree().sealUpload(upload, Owner.PROCESS, 0640, LABEL);
    assertTrue(tree().isUnwritten(upload), "its checksum is not its content");
    Files.writeString(Path.of(tree().uploadPath(upload)), "x");
    assertFalse(tree().isUnwritten(upload));
  }

  @Test
  void theChecksumOfAnEmptyFileHasEightDigits() throws IOException {
    area().put("empty", "", false);
    assertEquals(Optional.of("00000001"), tree().facts(path("empty")).adler32());
  }

  @Test
  void theChecksumOfALargeFileIsThatOfAllItsBytes() throws IOException {
    byte[] content = new byte[5 * 1024 * 1024 + 17];
    new Random(7).nextBytes(content);
    Upload upload = area().begun("large", "");
    Files.write(Path.of(tree().uploadPath(upload)), content);
    Adler32 expected = new Adler32();
    expected.update(content);
    assertEquals(
        new Sealed(content.length, String.format(Locale.ROOT, "%08x", expected.getValue())),
        tree().sealUpload(upload, Owner.PROCESS, 0644, LABEL));
  }

  @Test
  void aFileThatWasChangedHasNoChecksum() throws IOException {
    area().put("longer", "content", false);
    area().put("same-size", "content", false);
    area().put("untouched", "content", false);
    Files.writeString(inArea("longer"), "more", StandardOpenOption.APPEND);
    Files.writeString(inArea("same-size"), "CONTENT");
    Files.setLastModifiedTime(inArea("same-size"), FileTime.fromMillis(1));
    assertEquals(Optional.empty(), tree().facts(path("longer")).adler32());
    assertEquals(Optional.empty(), tree().facts(path("same-size")).adler32());
    assertTrue(tree().facts(path("untouched")).adler32().isPresent());
  }

  @Test
  void theChecksumOutlivesModeAndName() throws IOException {
    area().put("file", "content", false);
    Optional<String> checksum = tree().facts(path("file")).adler32();
    tree().setMode(path("file"), 0600);
    tree().rename(path("file"), path("renamed"));
    assertTrue(checksum.isPresent());
    assertEquals(checksum, tree().facts(path("renamed")).adler32());
  }

  @Test
  void aLabelIsReplacedWithoutTouchingAnythingElse() throws IOException {
    area().put("file", "content", false);
    EntryFacts before = tree().facts(path("file"));
    FileLabel longest = new FileLabel("x".repeat(FileLabel.MAX_BYTES));
    tree().relabel(path("file"), longest);
    EntryFacts after = tree().facts(path("file"));
    assertEquals(Optional.of(longest), after.label());
    assertEquals(before.adler32(), after.adler32());
    assertEquals(before.id(), after.id());
    assertEquals(before.modifiedAt(), after.modifiedAt());
    tree().rename(path("file"), path("renamed"));
    assertEquals(Optional.of(longest), tree().facts(path("renamed")).label());
  }

  @Test
  void aLabelBelongsToTheContentThatItCameWith() throws IOException {
    area().put("file", "old", false);
    FileLabel other = new FileLabel("other");
    Upload fresh = area().begun("file", "fresh");
    tree().sealUpload(fresh, Owner.PROCESS, 0644, LABEL);
    tree().sealUpload(fresh, Owner.PROCESS, 0644, other);
    assertEquals(Optional.of(LABEL), tree().facts(path("file")).label());
    tree().publishUpload(fresh, true);
    assertEquals(Optional.of(other), tree().facts(path("file")).label());
  }

  @Test
  void onlyFilesHaveLabels() throws IOException {
    area().write("foreign", "");
    tree().makeDirectory(path("dir"), Owner.PROCESS, 0755);
    assertRefused(Reason.UNSUPPORTED, () -> tree().relabel(path("dir"), LABEL));
    assertRefused(Reason.MISSING, () -> tree().relabel(path("absent"), LABEL));
    assertEquals(Optional.empty(), tree().facts(path("foreign")).label());
    assertEquals(Optional.empty(), tree().facts(path("foreign")).id());
    assertEquals(Optional.empty(), tree().facts(path("dir")).label());
  }

  @Test
  void whatSomebodyElseWroteIntoTheLabelIsNone() throws IOException {
    area().put("file", "content", false);
    attributes("file").write("bora.file", ByteBuffer.wrap(new byte[] {'a', 7}));
    assertEquals(Optional.empty(), tree().facts(path("file")).label());
  }

  @Test
  void readersSeeTheOldContentUntilTheNewOneIsPublished() throws IOException {
    Upload old = area().put("file", "old", false);
    attributes("file").write("stale", ByteBuffer.wrap(new byte[] {1}));
    Upload fresh = area().begun("file", "fresh");
    tree().sealUpload(fresh, Owner.PROCESS, 0644, LABEL);
    assertEquals("old", Files.readString(inArea("file")));
    assertRefused(Reason.EXISTS, () -> tree().publishUpload(fresh, false));
    assertTrue(tree().isPublished(old));
    tree().publishUpload(fresh, true);
    assertEquals("fresh", Files.readString(inArea("file")));
    assertTrue(tree().isPublished(fresh));
    assertFalse(tree().isPublished(old));
    assertFalse(attributes("file").list().contains("stale"));
  }

  @Test
  void aChecksumOfStormIsNeitherTrustedNorKept() throws IOException {
    Upload upload = area().begun("file", "Wikipedia");
    attributes(upload.hiddenName())
        .write("storm.checksum.adler32", StandardCharsets.US_ASCII.encode("deadbeef"));
    assertEquals("11e60398", tree().sealUpload(upload, Owner.PROCESS, 0644, LABEL).adler32());
    tree().publishUpload(upload, false);
    assertFalse(attributes("file").list().contains("storm.checksum.adler32"));
  }

  private UserDefinedFileAttributeView attributes(String name) {
    return Files.getFileAttributeView(inArea(name), UserDefinedFileAttributeView.class);
  }

  @Test
  void aDirectoryIsNeverReplaced() throws IOException {
    tree().makeDirectory(path("dir"), Owner.PROCESS, 0755);
    Upload upload = area().begun("dir", "x");
    tree().sealUpload(upload, Owner.PROCESS, 0644, LABEL);
    assertRefused(Reason.IS_A_DIRECTORY, () -> tree().publishUpload(upload, true));
    assertRefused(Reason.EXISTS, () -> tree().publishUpload(upload, false));
    tree().discardUpload(upload);
    assertEquals(List.of("dir"), scratch().names());
  }

  @Test
  void anUploadNeedsItsDirectory() {
    Upload upload = area().upload("absent/file");
    assertRefused(Reason.MISSING, () -> tree().beginUpload(upload, Owner.PROCESS, 0644));
    assertRefused(Reason.MISSING, () -> tree().uploadPath(upload));
    assertRefused(Reason.MISSING, () -> tree().sealUpload(upload, Owner.PROCESS, 0644, LABEL));
  }

  @Test
  void whatWasNeverBegunIsEmptyAndCanBeDiscarded() throws StorageException {
    for (String target : List.of("file", "absent/file")) {
      Upload upload = area().upload(target);
      assertEquals(Optional.empty(), tree().uploadFacts(upload));
      assertFalse(tree().isPublished(upload));
      tree().discardUpload(upload);
    }
    Upload upload = area().upload("file");
    assertRefused(Reason.MISSING, () -> tree().sealUpload(upload, Owner.PROCESS, 0644, LABEL));
    assertRefused(Reason.MISSING, () -> tree().publishUpload(upload, true));
  }

  @Test
  void whatWasWrittenToAfterSealingIsNotPublished() throws IOException {
    Upload upload = area().begun("file", "sealed");
    tree().sealUpload(upload, Owner.PROCESS, 0644, LABEL);
    Files.writeString(inArea(upload.hiddenName()), "and more", StandardOpenOption.APPEND);
    assertRefused(Reason.BUSY, () -> tree().publishUpload(upload, true));
    assertEquals(14, tree().sealUpload(upload, Owner.PROCESS, 0644, LABEL).size());
    tree().publishUpload(upload, true);
    assertEquals(14, tree().facts(path("file")).size());
  }

  @Test
  void whatWasNeverSealedIsNotPublished() throws IOException {
    Upload upload = area().begun("file", "content");
    assertRefused(Reason.BUSY, () -> tree().publishUpload(upload, true));
  }

  @Test
  void ofTwoUploadsToOneNameExactlyOneWins() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      for (int race = 0; race < 50; race++) {
        String target = "race-" + race;
        Upload one = area().begun(target, "one");
        Upload two = area().begun(target, "two");
        tree().sealUpload(one, Owner.PROCESS, 0644, LABEL);
        tree().sealUpload(two, Owner.PROCESS, 0644, LABEL);
        CyclicBarrier start = new CyclicBarrier(2);
        Future<Boolean> first = threads.submit(() -> wins(one, start));
        Future<Boolean> second = threads.submit(() -> wins(two, start));
        assertTrue(first.get() ^ second.get());
        Upload winner = first.get() ? one : two;
        assertTrue(tree().isPublished(winner));
        assertEquals(winner.equals(one) ? "one" : "two", Files.readString(inArea(target)));
      }
    }
  }

  @Test
  void oneUploadPublishedByTwoThreadsIsPublishedForBoth() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      for (int race = 0; race < 50; race++) {
        Upload upload = area().begun("race-" + race, "content");
        tree().sealUpload(upload, Owner.PROCESS, 0644, LABEL);
        CyclicBarrier start = new CyclicBarrier(2);
        Future<Boolean> first = threads.submit(() -> wins(upload, start));
        Future<Boolean> second = threads.submit(() -> wins(upload, start));
        assertTrue(first.get() && second.get());
      }
    }
  }

  private boolean wins(Upload upload, CyclicBarrier start) throws Exception {
    start.await(1, TimeUnit.MINUTES);
    try {
      tree().publishUpload(upload, false);
      return true;
    } catch (StorageException refused) {
      assertEquals(Reason.EXISTS, refused.reason(), refused::getMessage);
      return false;
    }
  }

  @Test
  void aWalkFindsEveryUploadAndNothingElse() throws IOException {
    tree().makeDirectory(path("a"), Owner.PROCESS, 0755);
    tree().makeDirectory(path("a/b"), Owner.PROCESS, 0755);
    Files.createSymbolicLink(inArea("again"), Path.of("a"));
    Upload top = area().begun("file", "1");
    Upload deep = area().begun("a/b/file", "2");
    area().put("a/done", "3", false);
    Files.createFile(inArea("a/.bora-put-not-an-id"));
    Files.createFile(inArea("a/.bora-put-" + deep.id().toString().toUpperCase(Locale.ROOT)));
    Files.createDirectory(inArea("a/.bora-other"));
    List<FoundUpload> found = new ArrayList<>();
    tree().eachUpload(Instant.MIN, found::add);
    assertEquals(2, found.size());
    for (FoundUpload each : found) {
      Upload expected = each.directory().isRoot() ? top : deep;
      assertEquals(expected.id(), each.id());
      assertEquals(expected.target().parent().orElseThrow(), each.directory());
      assertEquals(tree().uploadFacts(expected).orElseThrow().modifiedAt(), each.modifiedAt());
    }
  }
}
