package org.bora.storage.conformance;

import static org.bora.storage.conformance.FileSystemDriverConformance.LABEL;
import static org.bora.storage.conformance.FileSystemDriverConformance.path;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.Sealed;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.Test;

/**
 * A process that dies between any two steps and is started again repeats from the first one it does
 * not know to be done. Every prefix of the steps is tried with every repetition.
 */
abstract class CrashesPart extends Part {
  private static final Sealed EXPECTED = new Sealed(9, "11e60398");

  private interface Step {
    void run(Upload upload) throws IOException;
  }

  private final List<Step> steps =
      List.of(
          upload -> tree().beginUpload(upload, Owner.PROCESS, 0644),
          upload -> {
            if (tree().uploadFacts(upload).isPresent()) {
              Files.writeString(inArea(upload.hiddenName()), "Wikipedia");
            }
          },
          upload -> assertEquals(EXPECTED, tree().sealUpload(upload, Owner.PROCESS, 0644, LABEL)),
          upload -> tree().publishUpload(upload, true));

  @Test
  void afterAnyPrefixTheLastStepsCanBeRepeated() throws IOException {
    for (int done = 2; done <= steps.size(); done++) {
      for (int from = 2; from <= done; from++) {
        String target = "file-" + done + "-" + from;
        Upload upload = area().upload(target);
        run(upload, 0, done);
        reopen();
        run(upload, from, steps.size());
        assertTrue(tree().isPublished(upload), target);
        assertEquals("Wikipedia", Files.readString(inArea(target)));
        assertEquals(EXPECTED.adler32(), tree().facts(path(target)).adler32().orElseThrow());
      }
    }
    assertTrue(scratch().names().stream().noneMatch(name -> name.startsWith(".bora-")));
  }

  @Test
  void afterAnyPrefixAnUnfinishedUploadCanBeDiscardedTwice() throws IOException {
    for (int done = 0; done < steps.size(); done++) {
      Upload upload = area().upload("file");
      run(upload, 0, done);
      reopen();
      tree().discardUpload(upload);
      tree().discardUpload(upload);
      assertFalse(tree().isPublished(upload));
      assertEquals(List.of(), scratch().names());
    }
  }

  @Test
  void beginningAgainKeepsWhatHasArrived() throws IOException {
    Upload upload = area().begun("file", "Wikipedia");
    tree().beginUpload(upload, Owner.PROCESS, 0600);
    assertEquals(9, tree().uploadFacts(upload).orElseThrow().size());
    assertEquals(0600, tree().uploadFacts(upload).orElseThrow().mode());
  }

  @Test
  void aChecksumWithoutTheIdentifierIsComputedAgain() throws IOException {
    Upload upload = area().begun("file", "Wikipedia");
    tree().sealUpload(upload, Owner.PROCESS, 0644, LABEL);
    UserDefinedFileAttributeView attributes =
        Files.getFileAttributeView(inArea(upload.hiddenName()), UserDefinedFileAttributeView.class);
    String checksum = "bora.adler32";
    ByteBuffer text = ByteBuffer.allocate(attributes.size(checksum));
    attributes.read(checksum, text);
    String wrong = StandardCharsets.US_ASCII.decode(text.flip()).toString();
    attributes.write(
        checksum, StandardCharsets.US_ASCII.encode(wrong.replace("11e60398", "00000000")));
    attributes.delete("bora.put");
    assertEquals(EXPECTED, tree().sealUpload(upload, Owner.PROCESS, 0644, LABEL));
  }

  @Test
  void bothNamesOfAPublicationByLinkBecomeOne() throws IOException {
    Upload upload = area().begun("file", "Wikipedia");
    tree().sealUpload(upload, Owner.PROCESS, 0644, LABEL);
    Files.createLink(inArea("file"), inArea(upload.hiddenName()));
    assertTrue(tree().isPublished(upload));
    assertEquals(EXPECTED, tree().sealUpload(upload, Owner.PROCESS, 0644, LABEL));
    tree().publishUpload(upload, false);
    assertEquals(List.of("file"), scratch().names());
  }

  @Test
  void aRepeatedPublicationLeavesALaterFileAlone() throws IOException {
    Upload first = area().put("file", "first", false);
    tree().publishUpload(first, true);
    area().put("file", "later", true);
    FileSystemDriverConformance.assertRefused(
        StorageException.Reason.MISSING, () -> tree().publishUpload(first, true));
    assertEquals("later", Files.readString(inArea("file")));
  }

  private void run(Upload upload, int from, int to) throws IOException {
    for (Step step : steps.subList(from, to)) {
      step.run(upload);
    }
  }

  /** What a new process does. */
  private void reopen() throws StorageException {
    tree().close();
    area().tree = area().driver().open(scratch().area(), FileSystemDriverConformance.SEALED);
  }
}
