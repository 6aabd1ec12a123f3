package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * An ext4 that is full, read-only, or answers EIO to everything: what the kernel does, not a fake.
 */
class FailingFileSystemIT {
  private static final long BYTES = 16L << 20;

  /** EXT4_IOC_SHUTDOWN without a flush of the journal: as a device that is gone. */
  private static final String SHUT_DOWN =
      "import fcntl, os, struct, sys\n"
          + "fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587d, struct.pack('I', 2))";

  private LoopMount mount;
  private AreaTree tree;

  @BeforeEach
  void mount() throws IOException {
    mount = LoopMount.of(BYTES, "mkfs.ext4", "-q", "-F", "-N", "200", "-m", "0", "-I", "128");
    tree = new PosixDriver().open(Files.createDirectory(mount.point().resolve("area")));
  }

  @AfterEach
  void unmount() throws IOException {
    if (tree != null) {
      tree.close();
    }
    if (mount != null) {
      mount.close();
    }
  }

  @Test
  void onAFullOneWhatNeedsRoomIsRefusedAndDoneWhenThereIsSome() throws IOException {
    Upload upload = begun("a");
    Path filler = mount.point().resolve("filler");
    fill(filler);
    assertReason(Reason.NO_SPACE, () -> tree.preallocate(upload, 1 << 20));
    // inodes of 128 bytes: what is noted beside a file takes a block
    assertReason(Reason.NO_SPACE, () -> publish(upload));
    Files.delete(filler);
    publish(upload);
    assertEquals("hello", Files.readString(Path.of(tree.physicalPath(path("a")))));
    Upload next = begun("b");
    tree.preallocate(next, 1 << 20);
    tree.discardUpload(next);
  }

  @Test
  void onAReadOnlyOneFilesAreReadAndNothingIsLost() throws IOException {
    Upload upload = begun("a");
    remount("ro");
    assertReason(Reason.READ_ONLY, () -> publish(upload));
    assertReason(Reason.READ_ONLY, () -> begun("b"));
    assertReason(Reason.READ_ONLY, () -> tree.makeDirectory(path("d"), Owner.PROCESS, 0755));
    assertReason(Reason.READ_ONLY, () -> tree.discardUpload(upload));
    assertTrue(tree.uploadFacts(upload).isPresent());
    remount("rw");
    publish(upload);
    assertEquals(5, tree.facts(path("a")).size());
    assertReason(Reason.MISSING, () -> tree.facts(path("b")));
  }

  @Test
  void errorsOfTheDeviceAreToldAsSuch() throws IOException {
    Upload upload = begun("a");
    publish(upload);
    Upload second = begun("b");
    String said = LoopMount.run(List.of("python3", "-c", SHUT_DOWN, mount.point().toString()));
    assumeTrue(said.isEmpty(), "no shutdown: " + said);
    assertReason(Reason.IO, () -> begun("c"));
    assertReason(Reason.IO, () -> publish(second));
    assertReason(Reason.IO, () -> tree.makeDirectory(path("d"), Owner.PROCESS, 0755));
    assertReason(Reason.IO, () -> tree.removeFile(path("a")));
    assertReason(Reason.IO, () -> tree.rename(path("a"), path("e")));
  }

  private Upload begun(String name) throws IOException {
    Upload upload = new Upload(path(name), UUID.randomUUID());
    tree.beginUpload(upload, Owner.PROCESS, 0600);
    Files.writeString(Path.of(tree.uploadPath(upload)), "hello");
    return upload;
  }

  private void publish(Upload upload) throws StorageException {
    tree.sealUpload(upload, Owner.PROCESS, 0644, new FileLabel("v1 a=b"));
    tree.publishUpload(upload, false);
  }

  private static AreaPath path(String name) {
    return AreaPath.parse(name);
  }

  private static void assertReason(Reason reason, Executable call) {
    assertEquals(reason, assertThrows(StorageException.class, call).reason());
  }

  private void remount(String how) throws IOException {
    LoopMount.need("mount", "-o", "remount," + how, mount.point().toString());
  }

  private static void fill(Path file) throws IOException {
    // the smallest block that mkfs chooses: no other is left in the end
    byte[] block = new byte[1024];
    try (OutputStream out = Files.newOutputStream(file)) {
      for (long left = BYTES; left > 0; left -= block.length) {
        out.write(block);
      }
      throw new AssertionError("it is not full");
    } catch (IOException full) {
      assertTrue(full.getMessage().contains("No space"), full.getMessage());
    }
  }
}
