package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.SealKeys;
import org.bora.storage.spi.Sealed;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TreeSettings;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that a door holds open to move their bytes. */
class DataFileIT {
  @TempDir private Path outside;
  private Path root;
  private AreaTree tree;

  @BeforeEach
  void open() throws IOException {
    root = Files.createDirectory(outside.resolve("area"));
    tree = new PosixDriver().open(root);
  }

  @AfterEach
  void close() {
    tree.close();
  }

  private static ByteBuffer direct(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  private static String read(OpenFile file, long from, int bytes) throws StorageException {
    ByteBuffer into = ByteBuffer.allocateDirect(bytes);
    file.read(into, from);
    return StandardCharsets.UTF_8.decode(into.flip()).toString();
  }

  private Reason refusal(String path) {
    return assertThrows(StorageException.class, () -> tree.openFile(AreaPath.parse(path)).close())
        .reason();
  }

  /** The number of a descriptor is another file's as soon as it is closed. */
  @Test
  void toCloseAFileAgainClosesNoOther() throws IOException {
    Files.writeString(root.resolve("f"), "first");
    Files.writeString(root.resolve("g"), "other");
    OpenFile first = tree.openFile(AreaPath.parse("f"));
    first.close();
    try (OpenFile other = tree.openFile(AreaPath.parse("g"))) {
      first.close();
      assertEquals("other", read(other, 0, 5));
      assertEquals(
          Reason.IO, assertThrows(StorageException.class, () -> read(first, 0, 5)).reason());
    }
  }

  @Test
  void bytesAreReadFromWhereTheyAreAskedForAndNoneAfterTheEnd() throws IOException {
    Files.writeString(root.resolve("f"), "0123456789");
    try (OpenFile file = tree.openFile(AreaPath.parse("f"))) {
      assertEquals("345", read(file, 3, 3));
      assertEquals("89", read(file, 8, 5), "as many as there are");
      assertEquals("", read(file, 10, 5));
      assertEquals(10, file.facts().size());
    }
  }

  @Test
  void aReaderSeesOneVersionWhateverBecomesOfTheName() throws IOException {
    Files.writeString(root.resolve("f"), "old");
    try (OpenFile file = tree.openFile(AreaPath.parse("f"))) {
      Upload upload = new Upload(AreaPath.parse("f"), UUID.randomUUID());
      tree.beginUpload(upload, Owner.PROCESS, 0600);
      try (OpenFile hidden = tree.openUpload(AreaPath.ROOT, upload.id())) {
        hidden.write(direct("new content"), 0);
      }
      tree.sealUpload(upload, Owner.PROCESS, 0600, new FileLabel("v1"));
      tree.publishUpload(upload, true);

      assertEquals("old", read(file, 0, 20));
      assertEquals(3, file.facts().size());
    }
    assertEquals("new content", Files.readString(root.resolve("f")));
  }

  @Test
  void anUploadIsWrittenInAnyOrder() throws IOException {
    Upload upload = new Upload(AreaPath.parse("f"), UUID.randomUUID());
    tree.beginUpload(upload, Owner.PROCESS, 0600);
    try (OpenFile hidden = tree.openUpload(AreaPath.ROOT, upload.id())) {
      hidden.write(direct("world"), 6);
      hidden.write(direct("hello "), 0);
    }
    assertEquals("hello world", Files.readString(root.resolve(upload.hiddenName())));
    assertFalse(Files.exists(root.resolve("f")), "nobody sees it yet");
  }

  @Test
  void anUploadIsAbandonedOnceItsWriterNoLongerHoldsIt() throws IOException {
    Upload upload = new Upload(AreaPath.parse("f"), UUID.randomUUID());
    assertFalse(tree.isAbandoned(upload, false), "there is none");
    tree.beginUpload(upload, Owner.PROCESS, 0600);
    assertFalse(tree.isAbandoned(upload, false), "no writer has come yet");
    try (OpenFile hidden = tree.openUpload(AreaPath.ROOT, upload.id())) {
      hidden.write(direct("half"), 0);
      assertFalse(tree.isAbandoned(upload, false), "this writer does not hold what it writes");
    }
    assertFalse(
        tree.isAbandoned(upload, false), "and may be a GridFTP server, between two transfers");
    try (OpenFile hidden = tree.openUpload(AreaPath.ROOT, upload.id())) {
      hidden.hold();
      hidden.write(direct("whole"), 0);
      tree.openUpload(AreaPath.ROOT, upload.id()).close();
      assertFalse(
          tree.isAbandoned(upload, false), "closing another descriptor does not release the lock");
    }
    assertTrue(tree.isAbandoned(upload, false));
    assertTrue(tree.isAbandoned(upload, true), "it has been written to");
  }

  @Test
  void anAnnouncedWriterHasSomeTimeToCome() throws IOException {
    Upload upload = new Upload(AreaPath.parse("f"), UUID.randomUUID());
    tree.beginUpload(upload, Owner.PROCESS, 0600 | Upload.HELD);
    assertFalse(tree.isAbandoned(upload, true));
    assertTrue(tree.isAbandoned(upload, false), "it has not come");
    try (OpenFile hidden = tree.openUpload(AreaPath.ROOT, upload.id())) {
      assertTrue(hidden.hold());
      assertFalse(tree.isAbandoned(upload, false));
    }
    assertTrue(tree.isAbandoned(upload, false));
  }

  @Test
  void aHeldUploadIsPublishedWithTheModeOfAnyOther() throws IOException {
    Upload upload = new Upload(AreaPath.parse("f"), UUID.randomUUID());
    tree.beginUpload(upload, Owner.PROCESS, 0600);
    try (OpenFile hidden = tree.openUpload(AreaPath.ROOT, upload.id())) {
      hidden.hold();
      hidden.write(direct("hello"), 0);
      hidden.sum("00c0ffee");
      assertEquals(01600, tree.uploadFacts(upload).orElseThrow().mode());
      tree.sealUpload(upload, Owner.PROCESS, 0640, new FileLabel("v1"));
      assertFalse(tree.isAbandoned(upload, false));
    }
    assertTrue(tree.isAbandoned(upload, false), "its door has died before it was published");
    tree.publishUpload(upload, false);
    assertEquals(0640, tree.facts(AreaPath.parse("f")).mode());
    assertFalse(tree.isAbandoned(upload, false), "it is a file now");
  }

  @Test
  void anUploadThatItsWriterHasSummedIsNotReadAgain() throws IOException {
    Upload upload = new Upload(AreaPath.parse("f"), UUID.randomUUID());
    tree.beginUpload(upload, Owner.PROCESS, 0600);
    try (OpenFile hidden = tree.openUpload(AreaPath.ROOT, upload.id())) {
      hidden.write(direct("hello"), 0);
      hidden.sum("00c0ffee"); // which it is not: nobody looks
    }
    Sealed sealed = tree.sealUpload(upload, Owner.PROCESS, 0600, new FileLabel("v1"));
    assertEquals(new Sealed(5, "00c0ffee"), sealed);
  }

  @Test
  void whatIsWrittenAfterTheSumIsReadAndCounts() throws IOException {
    Upload upload = new Upload(AreaPath.parse("f"), UUID.randomUUID());
    tree.beginUpload(upload, Owner.PROCESS, 0600);
    try (OpenFile hidden = tree.openUpload(AreaPath.ROOT, upload.id())) {
      hidden.write(direct("hello"), 0);
      hidden.sum("00c0ffee");
      hidden.write(direct("hello world"), 0);
    }
    Sealed sealed = tree.sealUpload(upload, Owner.PROCESS, 0600, new FileLabel("v1"));
    assertEquals(new Sealed(11, "1a0b045d"), sealed, "ADLER32 of hello world");
  }

  @Test
  void aSumOfADoorWithoutKeysCountsOnlyWhereTheDoorItselfHasToldIt() throws IOException {
    SealKeys keys = new SealKeys(List.of(new byte[SealKeys.BYTES]));
    try (AreaTree backend = new PosixDriver().open(root, TreeSettings.defaults().sealedBy(keys))) {
      assertEquals("062c0215", sealed(backend, Optional.empty()), "ADLER32 of hello: it was read");
      assertEquals("062c0215", sealed(backend, Optional.of("0000dead")), "another was told");
      assertEquals("00c0ffee", sealed(backend, Optional.of("00c0ffee")), "it was not read");
    }
  }

  /** Has this door write, with a wrong sum, and the backend seal. */
  private String sealed(AreaTree backend, Optional<String> told) throws IOException {
    Upload upload = new Upload(AreaPath.parse("f"), UUID.randomUUID());
    backend.beginUpload(upload, Owner.PROCESS, 0600);
    try (OpenFile hidden = tree.openUpload(AreaPath.ROOT, upload.id())) {
      hidden.write(direct("hello"), 0);
      hidden.sum("00c0ffee");
    }
    if (told.isPresent()) {
      backend.vouchUpload(upload, told.get());
    }
    return backend.sealUpload(upload, Owner.PROCESS, 0600, new FileLabel("v1")).adler32();
  }

  @Test
  void whatIsNoFileOfTheAreaIsNotOpened() throws IOException {
    Files.createDirectory(root.resolve("d"));
    Files.writeString(outside.resolve("secret"), "x");
    Files.createSymbolicLink(root.resolve("out"), Path.of("../secret"));
    Upload gone = new Upload(AreaPath.parse("f"), UUID.randomUUID());

    assertEquals(Reason.IS_A_DIRECTORY, refusal("d"));
    assertEquals(Reason.MISSING, refusal("none"));
    assertEquals(Reason.ESCAPES, refusal("out"));
    assertEquals(
        Reason.MISSING,
        assertThrows(
                StorageException.class, () -> tree.openUpload(AreaPath.ROOT, gone.id()).close())
            .reason());
  }

  @Test
  void aPipeIsRefusedAtOnce() throws IOException, InterruptedException {
    assertEquals(0, new ProcessBuilder("mkfifo", root.resolve("p").toString()).start().waitFor());

    assertEquals(Reason.UNSUPPORTED, refusal("p"));
  }

  @Test
  void aNoteOfAFileThatIsThereGoesInPlaceOfTheOneThatWasRead() throws IOException {
    AreaPath file = AreaPath.parse("f");
    Files.writeString(root.resolve("f"), "old");
    Optional<String> one = Optional.of("t=1");
    Optional<String> two = Optional.of("t=2");

    assertTrue(tree.annotate(file, "s3", Optional.empty(), one));
    assertTrue(tree.annotate(file, "s3", Optional.empty(), one), "its answer was lost");
    assertEquals(one, tree.note(file, "s3"));
    assertFalse(tree.annotate(file, "s3", Optional.empty(), two), "another one is there");
    assertEquals(one, tree.note(file, "s3"));
    assertTrue(tree.annotate(file, "s3", one, two));

    Files.writeString(root.resolve("f"), "other content");
    assertEquals(Optional.empty(), tree.note(file, "s3"), "it was of other bytes");
    assertTrue(tree.annotate(file, "s3", Optional.empty(), Optional.empty()));
    assertThrows(
        StorageException.class,
        () -> tree.annotate(AreaPath.parse("none"), "s3", Optional.empty(), one));
  }

  @Test
  void aNoteThatLastsOutlivesTheBytesAndIsAnyText() throws IOException {
    AreaPath file = AreaPath.parse("f");
    Files.writeString(root.resolve("f"), "old");
    Optional<String> text = Optional.of("gr\u00fc\u00dfe \ud800\udc00");
    assertTrue(tree.annotate(file, "kept.dav", Optional.empty(), text));
    assertTrue(tree.annotate(file, "s3", Optional.empty(), Optional.of("t=1")));

    Files.writeString(root.resolve("f"), "other content");

    assertEquals(text, tree.note(file, "kept.dav"));
    assertEquals(Optional.empty(), tree.note(file, "s3"));
    assertTrue(tree.annotate(file, "kept.dav", text, Optional.empty()));
    assertEquals(Optional.empty(), tree.note(file, "kept.dav"));
  }

  @Test
  void aNoteOfADirectoryStaysWhateverComesIntoIt() throws IOException {
    Optional<String> rules = Optional.of("r=&o=*&m=GET");
    Files.createDirectory(root.resolve("d"));
    for (AreaPath directory : List.of(AreaPath.ROOT, AreaPath.parse("d"))) {
      assertEquals(Optional.empty(), tree.note(directory, "s3.cors"));
      assertTrue(tree.annotate(directory, "s3.cors", Optional.empty(), rules));
      Files.writeString(root.resolve(directory.isRoot() ? "f" : "d/f"), "x");
      assertEquals(rules, tree.note(directory, "s3.cors"));
      assertTrue(tree.annotate(directory, "s3.cors", rules, Optional.empty()));
      assertEquals(Optional.empty(), tree.note(directory, "s3.cors"));
    }
  }

  @Test
  void aNoteThatIsTooLongIsRefusedAndTheOldOneStays() throws IOException {
    AreaPath file = AreaPath.parse("f");
    Files.writeString(root.resolve("f"), "x");
    Optional<String> old = Optional.of("t=1");
    assertTrue(tree.annotate(file, "s3", Optional.empty(), old));
    Optional<String> large = Optional.of("x".repeat(OpenFile.MOST_NOTE_BYTES + 1));

    StorageException refusal =
        assertThrows(StorageException.class, () -> tree.annotate(file, "s3", old, large));

    assertEquals(Reason.UNSUPPORTED, refusal.reason());
    assertEquals(old, tree.note(file, "s3"));
  }
}
