package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a call has done is still done after the power has failed. The kernel plays the failure: the
 * filesystem is shut down without writing its log, and mounted anew. Everything that was not waited
 * for is gone then, as {@link #whatNobodyWaitedForIsLost} shows.
 */
class PowerCutIT {
  /** EXT4_IOC_SHUTDOWN and XFS_IOC_GOINGDOWN, without a flush of the log. */
  private static final String CUT =
      "import fcntl, os, struct, sys\n"
          + "fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587d, struct.pack('I', 2))";

  private LoopMount mount;
  private String options;
  private AreaTree tree;

  /** A filesystem, and options that keep it from writing its log by itself during a test. */
  record Kind(String name, List<String> make, long bytes, String options) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Kind> kinds() {
    return Stream.of(
        new Kind("ext4", List.of("mkfs.ext4", "-q", "-F"), 32L << 20, "loop,commit=300"),
        new Kind("xfs", List.of("mkfs.xfs", "-q", "-f"), 320L << 20, "loop"));
  }

  private void on(Kind kind) throws IOException {
    options = kind.options();
    mount = LoopMount.with(options, kind.bytes(), kind.make().toArray(String[]::new));
    Files.createDirectory(area());
    openTree();
    tree.makeDirectory(path("d"), Owner.PROCESS, 0755);
    tree.makeDirectory(path("e"), Owner.PROCESS, 0755);
  }

  private Path area() {
    return mount.point().resolve("area");
  }

  private void openTree() throws StorageException {
    tree = new PosixDriver().open(area());
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

  /** Everything that was done before is on disk, so that the cut concerns what comes now alone. */
  private void settled() throws IOException {
    LoopMount.need("sync", "-f", mount.point().toString());
  }

  private void cutPower() throws IOException {
    String said = LoopMount.run(List.of("python3", "-c", CUT, mount.point().toString()));
    assumeTrue(said.isEmpty(), "no shutdown: " + said);
    tree.close();
    tree = null;
    String point = mount.point().toString();
    assertEquals("", LoopMount.run(List.of("umount", point)));
    String again = LoopMount.run(List.of("mount", "-o", options, mount.image().toString(), point));
    assertEquals("", again);
    openTree();
  }

  private static AreaPath path(String name) {
    return AreaPath.parse(name);
  }

  private Upload sealed(String name) throws IOException {
    Upload upload = new Upload(path(name), UUID.randomUUID());
    tree.beginUpload(upload, Owner.PROCESS, 0600);
    Files.writeString(Path.of(tree.uploadPath(upload)), "hello");
    tree.sealUpload(upload, Owner.PROCESS, 0644, new FileLabel("v1 a=b"));
    return upload;
  }

  private Upload stored(String name) throws IOException {
    Upload upload = sealed(name);
    tree.publishUpload(upload, false);
    return upload;
  }

  private boolean exists(String name) {
    return Files.exists(area().resolve(name));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whatNobodyWaitedForIsLost(Kind kind) throws IOException {
    on(kind);
    stored("d/a");
    settled();
    Files.delete(area().resolve("d/a"));
    cutPower();
    assertTrue(exists("d/a"), "the cut proves nothing here");
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aRemovedFileStaysRemoved(Kind kind) throws IOException {
    on(kind);
    stored("d/a");
    settled();
    tree.removeFile(path("d/a"));
    cutPower();
    assertFalse(exists("d/a"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aRemovedDirectoryStaysRemoved(Kind kind) throws IOException {
    on(kind);
    settled();
    tree.removeDirectory(path("d"));
    cutPower();
    assertFalse(exists("d"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aWithdrawnFileStaysWithdrawn(Kind kind) throws IOException {
    on(kind);
    Upload upload = stored("d/a");
    settled();
    assertTrue(tree.withdrawUpload(upload));
    cutPower();
    assertFalse(exists("d/a"));
    assertEquals(List.of(), names("d"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aFileThatAnotherProcessRemovedStaysRemovedOnceItWasFoundMissing(Kind kind)
      throws IOException {
    on(kind);
    Upload upload = stored("d/a");
    settled();
    Files.delete(area().resolve("d/a"));
    assertFalse(tree.withdrawUpload(upload));
    cutPower();
    assertFalse(exists("d/a"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aRenamedFileHasItsNewNameAlone(Kind kind) throws IOException {
    on(kind);
    stored("d/a");
    settled();
    tree.rename(path("d/a"), path("e/b"));
    cutPower();
    assertEquals(List.of(), names("d"));
    assertEquals("hello", Files.readString(area().resolve("e/b")));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aPublishedFileAndAMadeDirectoryAreThere(Kind kind) throws IOException {
    on(kind);
    Upload upload = sealed("d/a");
    settled();
    tree.makeDirectory(path("e/made"), Owner.PROCESS, 0755);
    tree.publishUpload(upload, false);
    cutPower();
    assertTrue(tree.isPublished(upload));
    assertEquals(List.of("a"), names("d"));
    assertTrue(exists("e/made"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aFileThatADeadProcessHasRecalledIsOnDiskOnceItWasKept(Kind kind) throws IOException {
    on(kind);
    UUID id = recalledByADeadProcess();
    assertTrue(tree.residences().keep(path("d/a"), id));
    cutPower();
    assertTrue(tree.facts(path("d/a")).residency().onDisk());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aFileThatADeadProcessHasRecalledIsOnDiskOnceANewRecallWasRefused(Kind kind)
      throws IOException {
    on(kind);
    UUID id = recalledByADeadProcess();
    Residences residences = tree.residences();
    StorageException refusal =
        assertThrows(StorageException.class, () -> residences.beginRecall(path("d/a"), id, 5));
    assertEquals(Reason.UNSUPPORTED, refusal.reason());
    cutPower();
    assertTrue(tree.facts(path("d/a")).residency().onDisk());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whatADeadProcessHasRecalledIsLostWhereNobodyWaits(Kind kind) throws IOException {
    on(kind);
    recalledByADeadProcess();
    cutPower();
    assertFalse(tree.facts(path("d/a")).residency().onDisk(), "the cut proves nothing here");
  }

  /** Exchanges file and stub without syncing their directory. */
  private UUID recalledByADeadProcess() throws IOException {
    AreaPath name = path("d/a");
    UUID id = stored("d/a").id();
    TapeCopy copy =
        new TapeCopy(
            "lib", new TapeLocation("V1", 1, "o"), 5, "062c0215", Optional.empty(), Instant.EPOCH);
    tree.residences().noteTapeCopy(name, id, copy);
    Path file = area().resolve("d/a");
    Path brought = file.resolveSibling("brought");
    Files.copy(file, brought, StandardCopyOption.COPY_ATTRIBUTES);
    tree.residences().release(name, id);
    settled();
    Files.move(file, file.resolveSibling(StubToFile.PREFIX + id));
    Files.move(brought, file);
    return id;
  }

  private List<String> names(String directory) throws IOException {
    try (Stream<Path> entries = Files.list(area().resolve(directory))) {
      return new ArrayList<>(
          entries.map(entry -> entry.getFileName().toString()).sorted().toList());
    }
  }
}
