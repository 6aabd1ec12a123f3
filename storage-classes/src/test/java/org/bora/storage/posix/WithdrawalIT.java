package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Flags;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.FoundUpload;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.SealKeys;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/** Another file comes to the name while a file is withdrawn from it, or the process dies. */
@Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SAME_THREAD) // as the frame
class WithdrawalIT {
  @TempDir private Path directory;
  private AreaTree tree;
  private CallFrame frame;
  private Root root;
  private Upload ours;

  @BeforeEach
  void open() throws IOException {
    tree = new PosixDriver().open(directory);
    frame = new CallFrame();
    String real = directory.toRealPath().toString();
    int opened = Handle.open(frame, Flags.AT_FDCWD, real, Root.LOOK, 0, 0);
    root =
        new Root(
            new Handle(opened, "."),
            real,
            Abilities.NONE,
            false,
            StormMarks.NONE,
            0,
            SealKeys.none());
    ours = stored("file", "ours");
    stored("later", "acknowledged");
  }

  @AfterEach
  void close() {
    root.close();
    frame.close();
    tree.close();
  }

  private Upload stored(String name, String content) throws IOException {
    Upload upload = new Upload(AreaPath.parse(name), UUID.randomUUID());
    tree.beginUpload(upload, Owner.PROCESS, 0600);
    Files.writeString(Path.of(tree.uploadPath(upload)), content);
    tree.sealUpload(upload, Owner.PROCESS, 0644, new FileLabel("v1"));
    tree.publishUpload(upload, false);
    return upload;
  }

  private void move(String from, String to) {
    try {
      Files.move(
          directory.resolve(from), directory.resolve(to), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aFileThatTakesTheNameInBetweenStays() throws IOException {
    assertFalse(Withdrawal.run(frame, root, ours, () -> move("later", "file")));
    assertEquals("acknowledged", Files.readString(directory.resolve("file")));
    assertEquals(List.of("file"), names());
  }

  @Test
  void whatACrashLeftAsideIsNoOrphanAndGetsItsNameBack() throws IOException {
    move("later", "file");
    dieWithTheFileInACell(ours.id());
    List<FoundUpload> orphans = new ArrayList<>();
    tree.eachUpload(Instant.MIN, orphans::add);
    assertEquals(List.of(), orphans, "a sweep removes orphans by their names");
    assertFalse(Files.exists(directory.resolve("file")), "the process may be at work still");
    tree.eachUpload(Instant.MAX, orphans::add);
    assertEquals(List.of(), orphans);
    assertEquals("acknowledged", Files.readString(directory.resolve("file")));
    assertEquals(List.of("file"), names());
  }

  /** The books know nothing of it any more. */
  @Test
  void theFileThatAProcessWithdrewWhenItDiedDoesNotComeBack() throws IOException {
    dieWithTheFileInACell(ours.id());
    assertFalse(tree.withdrawUpload(ours));
    tree.eachUpload(Instant.MAX, found -> {});
    assertEquals(List.of("later"), names());
  }

  @Test
  void whatACellOfAnEarlierReleaseHasGetsItsNameBack() throws IOException {
    Path cell = Files.createDirectory(directory.resolve(Capture.PREFIX + UUID.randomUUID()));
    move("file", cell.getFileName() + "/file");
    tree.eachUpload(Instant.MAX, found -> {});
    assertEquals(List.of("file", "later"), names());
  }

  @Test
  void whatACrashLeftAsideIsKeptWhereItsNameIsTaken() throws IOException {
    dieWithTheFileInACell(UUID.randomUUID());
    move("later", "file");
    tree.eachUpload(Instant.MAX, found -> {});
    assertEquals("acknowledged", Files.readString(directory.resolve("file")));
    try (Stream<Path> all = Files.walk(directory)) {
      assertEquals(2, all.filter(Files::isRegularFile).count());
    }
  }

  @Test
  void aSweepLeavesACellAloneThatIsAboutToBeUsed() throws IOException {
    try (Handle handle = root.open(frame, AreaPath.ROOT, Root.SYNC);
        Capture cell = Capture.ofRemoved(frame, handle, ours.id())) {
      tree.eachUpload(Instant.MIN, found -> {});
      tree.eachUploadIn(AreaPath.ROOT, found -> {});
      assertTrue(cell.take("file"));
      cell.giveBack();
    }
    assertEquals(List.of("file", "later"), names());
  }

  @Test
  void aCellThatASweepTookAwayIsNotMistakenForAMissingFile() throws IOException {
    try (Handle handle = root.open(frame, AreaPath.ROOT, Root.SYNC);
        Capture cell = Capture.ofRemoved(frame, handle, ours.id())) {
      tree.eachUpload(Instant.MAX, found -> {});
      assertThrows(StorageException.class, () -> cell.take("file"));
    }
    assertEquals(List.of("file", "later"), names());
  }

  /** What the disk looks like when the process dies after the move: the cell is never closed. */
  private void dieWithTheFileInACell(UUID meant) throws StorageException {
    Handle handle = root.open(frame, AreaPath.ROOT, Root.SYNC);
    Capture.ofRemoved(frame, handle, meant).take("file");
    handle.close();
  }
}
