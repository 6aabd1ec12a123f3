package org.bora.storage.lustre;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.posix.CompiledLibrary;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.Residency.Trouble;
import org.bora.storage.spi.Sealed;
import org.bora.storage.spi.SpaceSource;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Striping;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TreeSettings;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Bytes that Lustre's own tape system takes away and brings back, with a double of its library. */
class LustreHsmIT {
  private static final AreaPath FILE = AreaPath.parse("file");

  @TempDir private Path root;
  private CompiledLibrary library;
  private AreaTree tree;
  private UUID id;

  @BeforeEach
  void open() throws IOException {
    library = CompiledLibrary.of("lustreapi_double.c", Map.of("LIMIT_KIB", 0L));
    tree =
        new LustreDriver(List.of(library.library()))
            .open(root, new TreeSettings(SpaceSource.AUTO, true, Striping.INHERITED, true));
    Upload upload = new Upload(FILE, UUID.randomUUID());
    id = upload.id();
    tree.beginUpload(upload, Owner.PROCESS, 0640);
    Files.writeString(Path.of(tree.uploadPath(upload)), "Wikipedia");
    Sealed sealed = tree.sealUpload(upload, Owner.PROCESS, 0640, new FileLabel("v1 a=b"));
    tree.publishUpload(upload, false);
    residences()
        .noteTapeCopy(
            FILE,
            id,
            new TapeCopy(
                "lustre",
                new TapeLocation("archive", 1, "o"),
                sealed.size(),
                sealed.adler32(),
                Optional.empty(),
                Instant.EPOCH));
  }

  @AfterEach
  void close() throws IOException {
    tree.close();
    library.close();
  }

  private Residences residences() {
    return tree.residences();
  }

  private UserDefinedFileAttributeView attributes() {
    return Files.getFileAttributeView(root.resolve("file"), UserDefinedFileAttributeView.class);
  }

  /** The double archives at once what it is asked to; Lustre does so later. */
  private void archive() {
    refuses(Reason.BUSY, () -> residences().release(FILE, id));
  }

  private static void refuses(Reason reason, Executable call) {
    StorageException refusal = assertThrows(StorageException.class, call);
    assertEquals(reason, refusal.reason(), refusal::getMessage);
  }

  @Test
  void aFileIsReleasedAndRestoredInPlace() throws IOException {
    archive();
    EntryFacts before = tree.facts(FILE);
    residences().release(FILE, id);
    residences().release(FILE, id);
    EntryFacts away = tree.facts(FILE);
    assertFalse(away.residency().onDisk());
    assertEquals(before.residency().tape(), away.residency().tape());
    assertEquals(before.mode(), away.mode());
    assertEquals(before.size(), away.size());
    assertEquals(before.adler32(), away.adler32());
    assertArrayEquals(new byte[9], Files.readAllBytes(root.resolve("file")), "no bytes left");
    refuses(Reason.MISSING, () -> residences().release(FILE, UUID.randomUUID()));
    refuses(Reason.UNSUPPORTED, () -> residences().verify(FILE, id, bytes -> {}));

    assertEquals(root.resolve("file").toString(), residences().beginRecall(FILE, id, 1));
    residences().finishRecall(FILE, id);
    residences().finishRecall(FILE, id);
    assertEquals("Wikipedia", Files.readString(root.resolve("file")));
    assertEquals(before.residency(), tree.facts(FILE).residency());
    refuses(Reason.UNSUPPORTED, () -> residences().beginRecall(FILE, id, 1));
  }

  @Test
  void whatTheCopytoolHasNotBroughtYetIsNotThere() throws IOException {
    archive();
    residences().release(FILE, id);
    attributes().write("double.slow", ByteBuffer.wrap(new byte[1]));
    residences().beginRecall(FILE, id, 1);
    refuses(Reason.MISSING, () -> residences().finishRecall(FILE, id));
    residences().noteTrouble(FILE, id, Optional.of(Trouble.UNAVAILABLE));
    assertEquals(Optional.of(Trouble.UNAVAILABLE), tree.facts(FILE).residency().trouble());
    attributes().delete("double.slow");
    residences().beginRecall(FILE, id, 1);
    residences().finishRecall(FILE, id);
    assertEquals(Optional.empty(), tree.facts(FILE).residency().trouble());
    assertTrue(tree.facts(FILE).residency().onDisk());
  }

  @Test
  void whatComesBackDamagedIsReleasedAgain() throws IOException {
    archive();
    residences().release(FILE, id);
    try (var files = Files.newDirectoryStream(library.directory(), "data-*")) {
      for (Path data : files) {
        Files.writeString(data, "Wikiqedia");
      }
    }
    residences().beginRecall(FILE, id, 1);
    refuses(Reason.DAMAGED, () -> residences().finishRecall(FILE, id));
    assertFalse(tree.facts(FILE).residency().onDisk());
  }
}
