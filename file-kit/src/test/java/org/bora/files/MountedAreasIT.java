package org.bora.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.bora.storage.posix.PosixDriver;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two areas, one of them mounted below the other. */
class MountedAreasIT {
  @TempDir private Path directory;
  private Path root;
  private AreaTree outer;
  private AreaTree inner;
  private MountedAreas areas;

  @BeforeEach
  void open() throws IOException {
    root = Files.createDirectory(directory.toRealPath().resolve("area"));
    Files.createDirectories(root.resolve("deep/inner"));
    outer = new PosixDriver().open(root);
    inner = new PosixDriver().open(root.resolve("deep/inner"));
    areas = new MountedAreas(List.of(outer, inner));
  }

  @AfterEach
  void close() {
    outer.close();
    inner.close();
  }

  private String read(Path path) throws StorageException {
    try (OpenFile file = areas.read("file://" + path)) {
      ByteBuffer bytes = ByteBuffer.allocateDirect(100);
      file.read(bytes, 0);
      return StandardCharsets.UTF_8.decode(bytes.flip()).toString();
    }
  }

  private Reason refusal(Path path) {
    return assertThrows(StorageException.class, () -> read(path)).reason();
  }

  @Test
  void filesOfBothAreRead() throws IOException {
    Files.writeString(root.resolve("f"), "outer");
    Files.writeString(root.resolve("deep/inner/f"), "inner");

    assertEquals("outer", read(root.resolve("f")));
    assertEquals("inner", read(root.resolve("deep/inner/f")));
  }

  @Test
  void whatNoAreaHoldsIsNotOpened() throws IOException {
    Files.writeString(directory.resolve("secret"), "x");
    Files.createDirectory(directory.resolve("area2"));
    Files.writeString(directory.resolve("area2/f"), "x");

    assertEquals(Reason.WITHHELD, refusal(directory.toRealPath().resolve("secret")));
    assertEquals(Reason.WITHHELD, refusal(directory.toRealPath().resolve("area2/f")));
    assertThrows(IllegalArgumentException.class, () -> read(root.resolve("../secret")));
    assertThrows(IllegalArgumentException.class, () -> areas.read("gsiftp://h/f"));
  }

  @Test
  void onlyTheHiddenFileOfAnUploadIsWritten() throws IOException {
    Files.createDirectory(root.resolve("d"));
    Files.writeString(root.resolve("d/f"), "old");
    Upload upload = new Upload(AreaPath.parse("d/f"), UUID.randomUUID());
    outer.beginUpload(upload, Owner.PROCESS, 0600);

    try (OpenFile file = areas.write("file://" + outer.uploadPath(upload))) {
      file.write(ByteBuffer.allocateDirect(3).put(new byte[] {'n', 'e', 'w'}).flip(), 0);
    }

    assertEquals("new", Files.readString(root.resolve("d").resolve(upload.hiddenName())));
    assertEquals(
        Reason.UNSUPPORTED,
        assertThrows(
                StorageException.class, () -> areas.write("file://" + root.resolve("d/f")).close())
            .reason());
    assertEquals("old", Files.readString(root.resolve("d/f")));
  }
}
