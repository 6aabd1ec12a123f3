package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Flags;
import org.bora.storage.linux.LockCalls;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A directory is removed because it has no note, or gets one: never both. */
@Timeout(60)
class DirectoryClaimIT {
  private static final AreaPath D = AreaPath.parse("d");
  private static final String NOTE = "s3";
  private static final Optional<String> TEXT = Optional.of("t=1");

  @TempDir private Path root;
  private AreaTree tree;

  @BeforeEach
  void open() throws IOException {
    tree = new PosixDriver().open(root);
    Files.createDirectory(root.resolve("d"));
  }

  @AfterEach
  void close() {
    tree.close();
  }

  private void note(Optional<String> before, Optional<String> text) throws StorageException {
    assertTrue(tree.annotate(D, NOTE, before, text));
  }

  private Reason refusal(String path) {
    return assertThrows(
            StorageException.class, () -> tree.removeDirectory(AreaPath.parse(path), NOTE))
        .reason();
  }

  @Test
  void oneWithTheNoteStaysAndOneWithoutGoes() throws StorageException {
    note(Optional.empty(), TEXT);
    assertFalse(tree.removeDirectory(D, NOTE));
    assertTrue(Files.isDirectory(root.resolve("d")));
    note(TEXT, Optional.empty());
    assertTrue(tree.annotate(D, "s3.tags", Optional.empty(), TEXT), "another note means nothing");
    assertTrue(tree.removeDirectory(D, NOTE));
    assertFalse(Files.exists(root.resolve("d")));
  }

  @Test
  void whatIsNoEmptyDirectoryIsRefused() throws IOException {
    Files.writeString(root.resolve("d/f"), "x");
    Files.createSymbolicLink(root.resolve("l"), Path.of("d"));
    assertEquals(Reason.NOT_EMPTY, refusal("d"));
    assertEquals(Reason.NOT_A_DIRECTORY, refusal("d/f"));
    assertEquals(Reason.NOT_A_DIRECTORY, refusal("l"));
    assertEquals(Reason.MISSING, refusal("none"));
    assertTrue(Files.exists(root.resolve("d/f")));
  }

  /** Opened and locked, as a process does that hangs before its removal or behind its note. */
  private final class Hung implements AutoCloseable {
    private final CallFrame frame = new CallFrame();
    private final Handle held;

    Hung() {
      String path = root.resolve("d").toString();
      held = new Handle(Handle.open(frame, Flags.AT_FDCWD, path, Root.SYNC, 0, 0), "d");
      assertEquals(0, LockCalls.tryExclusive(frame, held.descriptor()));
    }

    @Override
    public void close() {
      held.close();
      frame.close();
    }
  }

  @Test
  void nobodyPutsANoteOnADirectoryThatARemovalIsAboutToTake() throws StorageException {
    try (Hung _ = new Hung()) {
      StorageException busy =
          assertThrows(
              StorageException.class, () -> tree.annotate(D, NOTE, Optional.empty(), TEXT));
      assertEquals(Reason.BUSY, busy.reason());
      assertEquals(Optional.empty(), tree.note(D, NOTE));
    }
    note(Optional.empty(), TEXT);
  }

  @Test
  void nobodyRemovesADirectoryOnWhichANoteIsBeingPut() throws StorageException {
    try (Hung _ = new Hung()) {
      assertEquals(Reason.BUSY, refusal("d"));
    }
    assertTrue(tree.removeDirectory(D, NOTE));
  }

  /** It would be told that the note is there, on a directory that is gone. */
  @Test
  void aNoteThatWaitedForARemovalIsNotPutOnWhatHasGone() throws Exception {
    CompletableFuture<Boolean> told = new CompletableFuture<>();
    Thread late;
    try (Hung _ = new Hung()) {
      late =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      told.complete(tree.annotate(D, NOTE, Optional.empty(), TEXT));
                    } catch (StorageException e) {
                      told.completeExceptionally(e);
                    }
                  });
      while (late.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      Files.delete(root.resolve("d"));
      Files.createDirectory(root.resolve("d"));
    }
    late.join();
    Throwable refusal = assertThrows(ExecutionException.class, told::get).getCause();
    assertEquals(Reason.MISSING, ((StorageException) refusal).reason());
    assertEquals(Optional.empty(), tree.note(D, NOTE), "the other directory has none");
  }
}
