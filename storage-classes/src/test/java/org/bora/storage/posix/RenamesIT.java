package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.Flags;
import org.bora.storage.posix.Renames.Place;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/** The way taken where the filesystem has no RENAME_NOREPLACE, on one that has it. */
@Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SAME_THREAD) // as the frame
class RenamesIT {
  @TempDir private Path directory;
  private CallFrame frame;
  private Handle handle;

  @BeforeEach
  void open() {
    frame = new CallFrame();
    int opened = Handle.open(frame, Flags.AT_FDCWD, directory.toString(), Root.SYNC, 0, 0);
    handle = new Handle(opened, ".");
  }

  @AfterEach
  void close() {
    handle.close();
    frame.close();
  }

  private int rename(String from, String to) throws IOException {
    return Renames.freshByLink(frame, new Place(handle, from), new Place(handle, to));
  }

  @Test
  void aFileGetsItsNewNameAndLosesTheOld() throws IOException {
    Files.writeString(directory.resolve("a"), "content");
    assertEquals(0, rename("a", "b"));
    assertEquals("content", Files.readString(directory.resolve("b")));
    assertFalse(Files.exists(directory.resolve("a")));
  }

  @Test
  void nothingIsReplaced() throws IOException {
    Files.writeString(directory.resolve("a"), "a");
    Files.writeString(directory.resolve("b"), "b");
    Files.createDirectory(directory.resolve("dir"));
    Files.createDirectory(directory.resolve("empty"));
    assertEquals(-Errno.EEXIST, rename("a", "b"));
    assertEquals(-Errno.EEXIST, rename("a", "dir"));
    assertEquals(-Errno.EEXIST, rename("dir", "a"));
    assertEquals(-Errno.EEXIST, rename("dir", "empty"));
    assertEquals(-Errno.ENOENT, rename("absent", "c"));
  }

  @Test
  void directoriesAndLinksAreMovedAsTheyAre() throws IOException {
    Files.createDirectory(directory.resolve("dir"));
    Files.createFile(directory.resolve("dir/file"));
    Files.createSymbolicLink(directory.resolve("link"), Path.of("dir"));
    assertEquals(0, rename("dir", "moved"));
    assertEquals(0, rename("link", "other"));
    assertTrue(Files.exists(directory.resolve("moved/file")));
    assertTrue(Files.isSymbolicLink(directory.resolve("other")));
    assertFalse(Files.exists(directory.resolve("link"), LinkOption.NOFOLLOW_LINKS));
  }

  @Test
  void aFileThatTakesTheOldNameInBetweenStays() throws IOException {
    Files.writeString(directory.resolve("a"), "moved");
    Files.writeString(directory.resolve("other"), "acknowledged");
    int renamed =
        Renames.freshByLink(
            frame, new Place(handle, "a"), new Place(handle, "b"), () -> move("other", "a"));
    assertEquals(0, renamed);
    assertEquals("moved", Files.readString(directory.resolve("b")));
    assertEquals("acknowledged", Files.readString(directory.resolve("a")));
    assertEquals(List.of("a", "b"), names());
  }

  @Test
  void aFileThatIsRenamedElsewhereInBetweenIsNotTouched() throws IOException {
    Files.writeString(directory.resolve("a"), "moved");
    int renamed =
        Renames.freshByLink(
            frame, new Place(handle, "a"), new Place(handle, "b"), () -> move("a", "c"));
    assertEquals(0, renamed);
    assertEquals(List.of("b", "c"), names());
  }

  /** A process dies after it has captured the old name. */
  private String died(String moved) throws IOException {
    Capture cell = Capture.ofMoved(frame, handle, inode(moved));
    assertTrue(cell.take("a"));
    return names().getFirst();
  }

  private long inode(String name) throws IOException {
    return (Long) Files.getAttribute(directory.resolve(name), "unix:ino");
  }

  @Test
  void theOldNameOfAMovedFileDoesNotComeBackAfterACrash() throws IOException {
    Files.writeString(directory.resolve("a"), "moved");
    Files.createLink(directory.resolve("b"), directory.resolve("a"));
    String cell = died("b");
    Capture.settle(frame, handle, cell, Instant.MAX);
    assertEquals(List.of("b"), names());
  }

  @Test
  void aFileThatWasMovedAndRemovedSinceDoesNotComeBackAfterACrash() throws IOException {
    Files.writeString(directory.resolve("a"), "moved");
    Files.createLink(directory.resolve("b"), directory.resolve("a"));
    String cell = died("b");
    Files.delete(directory.resolve("b"));
    Capture.settle(frame, handle, cell, Instant.MAX);
    assertEquals(List.of(), names());
  }

  @Test
  void anotherFileThatWasCapturedByItsNameComesBackAfterACrash() throws IOException {
    Files.writeString(directory.resolve("b"), "moved");
    Files.writeString(directory.resolve("a"), "acknowledged");
    String cell = died("b");
    Capture.settle(frame, handle, cell, Instant.MAX);
    assertEquals(List.of("a", "b"), names());
    assertEquals("acknowledged", Files.readString(directory.resolve("a")));
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
}
