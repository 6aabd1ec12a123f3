package org.bora.storage.lustre;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bora.storage.posix.CompiledLibrary;
import org.bora.storage.posix.LoopMount;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.SpaceSource;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Striping;
import org.bora.storage.spi.TreeSettings;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the lustre driver asks of liblustreapi, with a double of it. */
class LustreLibraryIT {
  private static final long MIB = 1 << 20;

  @TempDir private Path root;
  private CompiledLibrary library;

  @BeforeEach
  void compile() throws IOException {
    library = CompiledLibrary.of("lustreapi_double.c", Map.of("LIMIT_KIB", 32L << 10));
  }

  @AfterEach
  void remove() throws IOException {
    library.close();
  }

  private AreaTree open(Path area, SpaceSource source, Striping striping) throws StorageException {
    return new LustreDriver(List.of(library.library()))
        .open(area, new TreeSettings(source, true, striping, false));
  }

  @Test
  void theQuotaOfTheProjectIsTheSpaceOfTheArea() throws IOException {
    try (LoopMount mount = LoopMount.of(320 * MIB, "mkfs.xfs", "-q")) {
      Path area = Files.createDirectory(mount.point().resolve("area"));
      LoopMount.need("xfs_io", "-c", "chproj 42", area.toString());
      try (AreaTree tree = open(area, SpaceSource.PROJECT, Striping.INHERITED)) {
        Files.write(area.resolve("bytes"), new byte[(int) (4 * MIB)]);
        LoopMount.need("sync", "-f", area.toString());
        SpaceFacts space = tree.space();
        assertEquals(32 * MIB, space.total());
        assertEquals("project quota 42", space.source());
        assertTrue(space.available() <= 28 * MIB && space.available() > 27 * MIB, space::toString);
      }
    }
  }

  @Test
  void newFilesAreLaidOutAsTheAreaSays() throws IOException {
    assertEquals("4 1048576 fast", layout(new Striping(4, MIB, "fast")));
    assertEquals("-1 0 ", layout(new Striping(-1, 0, "")));
    assertEquals("", layout(Striping.INHERITED));
    assertEquals("", layout(new Striping(1, 0, "absent")), "a hint that is not taken");
  }

  private String layout(Striping striping) throws IOException {
    try (AreaTree tree = open(root, SpaceSource.AUTO, striping)) {
      Upload upload = new Upload(AreaPath.parse("file"), UUID.randomUUID());
      tree.beginUpload(upload, Owner.PROCESS, 0640);
      tree.beginUpload(upload, Owner.PROCESS, 0640);
      assertEquals(0640, tree.uploadFacts(upload).orElseThrow().mode());
      UserDefinedFileAttributeView attributes =
          Files.getFileAttributeView(
              Path.of(tree.uploadPath(upload)), UserDefinedFileAttributeView.class);
      if (!attributes.list().contains("double.layout")) {
        return "";
      }
      ByteBuffer text = ByteBuffer.allocate(80);
      attributes.read("double.layout", text);
      return new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void aPlantedLinkIsNotWrittenThrough(@TempDir Path outside) throws IOException {
    try (AreaTree tree = open(root, SpaceSource.AUTO, new Striping(2, 0, ""))) {
      Upload upload = new Upload(AreaPath.parse("file"), UUID.randomUUID());
      Path elsewhere = outside.resolve("elsewhere");
      Files.createSymbolicLink(root.resolve(upload.hiddenName()), elsewhere);
      assertThrows(StorageException.class, () -> tree.beginUpload(upload, Owner.PROCESS, 0640));
      assertTrue(Files.notExists(elsewhere));
    }
  }

  @Test
  void aMissingLibraryIsOneSentenceThatSaysWhatToInstall() {
    StorageException refusal =
        assertThrows(
            StorageException.class,
            () ->
                new LustreDriver(List.of("/nowhere/a.so", "/nowhere/b.so"))
                    .open(root, TreeSettings.defaults())
                    .close());
    assertEquals(Reason.UNSUPPORTED, refusal.reason());
    assertEquals(
        "this machine has no /nowhere/a.so or /nowhere/b.so; install the Lustre client"
            + " (lustre-client of whamcloud.com), or use driver: posix",
        refusal.getMessage());
  }
}
