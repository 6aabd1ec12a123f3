package org.bora.storage.gpfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.Sealed;
import org.bora.storage.spi.SpaceFacts;
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
import org.junit.jupiter.api.io.TempDir;

/** What the gpfs driver asks of libgpfs, with a double of it. */
class GpfsLibraryIT {
  private static final long MIB = 1 << 20;
  private static final AreaPath FILE = AreaPath.parse("file");

  @TempDir private Path root;
  private CompiledLibrary library;

  @BeforeEach
  void compile() throws IOException {
    library = CompiledLibrary.of("gpfs_double.c", Map.of("LIMIT_KIB", 32L << 10));
  }

  @AfterEach
  void remove() throws IOException {
    library.close();
  }

  private AreaTree open(SpaceSource source, String pool) throws StorageException {
    Striping striping = new Striping(0, 0, pool);
    return new GpfsDriver(List.of(library.library()))
        .open(root, new TreeSettings(source, true, striping, false));
  }

  private Upload begun(AreaTree tree) throws IOException {
    Upload upload = new Upload(FILE, UUID.randomUUID());
    tree.beginUpload(upload, Owner.PROCESS, 0644);
    return upload;
  }

  private UserDefinedFileAttributeView attributes(String path) {
    return Files.getFileAttributeView(Path.of(path), UserDefinedFileAttributeView.class);
  }

  @Test
  void theQuotaOfTheFilesetIsTheSpaceOfTheArea() throws IOException {
    for (SpaceSource source : List.of(SpaceSource.FILESET, SpaceSource.AUTO)) {
      try (AreaTree tree = open(source, "")) {
        Files.write(root.resolve("bytes"), new byte[(int) (4 * MIB)]);
        SpaceFacts space = tree.space();
        assertEquals(32 * MIB, space.total());
        assertEquals("quota of fileset the-fileset", space.source());
        // one MiB is in doubt: other nodes may have used it
        assertTrue(space.available() <= 27 * MIB && space.available() > 26 * MIB, space::toString);
      }
    }
  }

  @Test
  void roomBeyondTheQuotaIsRefusedAndTheSizeStaysWhatItIs() throws IOException {
    try (AreaTree tree = open(SpaceSource.AUTO, "")) {
      Upload upload = begun(tree);
      StorageException refusal =
          assertThrows(StorageException.class, () -> tree.preallocate(upload, 40 * MIB));
      assertEquals(Reason.QUOTA, refusal.reason());
      tree.preallocate(upload, 8 * MIB);
      assertEquals(0, tree.uploadFacts(upload).orElseThrow().size());
    }
  }

  @Test
  void newFilesGoToThePoolOfTheArea() throws IOException {
    try (AreaTree tree = open(SpaceSource.AUTO, "fast")) {
      ByteBuffer pool = ByteBuffer.allocate(20);
      attributes(tree.uploadPath(begun(tree))).read("double.pool", pool);
      assertEquals("fast", new String(pool.array(), 0, pool.position(), StandardCharsets.US_ASCII));
    }
    try (AreaTree tree = open(SpaceSource.AUTO, "absent")) {
      assertTrue(tree.uploadFacts(begun(tree)).isPresent(), "a hint that is not taken");
    }
  }

  @Test
  void whatTheSitesOwnTapePolicyTookAwayIsNotOnDisk() throws IOException {
    try (AreaTree tree = open(SpaceSource.AUTO, "")) {
      Upload upload = begun(tree);
      Sealed sealed = tree.sealUpload(upload, Owner.PROCESS, 0644, new FileLabel("v1 a=b"));
      tree.publishUpload(upload, false);
      TapeCopy copy =
          new TapeCopy(
              "library",
              new TapeLocation("V1", 1, "o"),
              sealed.size(),
              sealed.adler32(),
              Optional.empty(),
              Instant.EPOCH);
      tree.residences().noteTapeCopy(FILE, upload.id(), copy);
      assertTrue(tree.facts(FILE).residency().onDisk());
      attributes(tree.physicalPath(FILE)).write("double.offline", ByteBuffer.wrap(new byte[1]));
      assertFalse(tree.facts(FILE).residency().onDisk());
      assertEquals(Optional.of(copy), tree.facts(FILE).residency().tape());
    }
  }

  @Test
  void aMissingLibraryIsOneSentenceThatSaysWhatToInstall() {
    StorageException refusal =
        assertThrows(
            StorageException.class,
            () ->
                new GpfsDriver(List.of("/nowhere/libgpfs.so"))
                    .open(root, TreeSettings.defaults())
                    .close());
    assertEquals(Reason.UNSUPPORTED, refusal.reason());
    assertEquals(
        "this machine has no /nowhere/libgpfs.so; install the package gpfs.base (IBM Storage"
            + " Scale), or use driver: posix",
        refusal.getMessage());
  }

  @Test
  void aLibraryWithoutTheFunctionsIsSaidToBeSo() {
    StorageException refusal =
        assertThrows(
            StorageException.class,
            () -> new GpfsDriver(List.of("libc.so.6")).open(root, TreeSettings.defaults()).close());
    assertTrue(refusal.getMessage().startsWith("libc.so.6 has no gpfs_fcntl; install"));
  }
}
