package org.bora.storage.tape.virtual;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeTrouble.Kind;

/** Decides what a failure of the filesystem means for a migration or recall. */
final class Troubles {
  private Troubles() {}

  /**
   * A failure while a file was worked on, as a trouble of it.
   *
   * @throws InterruptedException if the failure is that the process ends
   */
  static TapeFault of(IOException failure, String doing) throws InterruptedException {
    throwIfInterrupted(failure);
    return switch (failure) {
      case TapeFault fault -> fault;
      case NoSuchFileException missing ->
          TapeFault.ofFile(Kind.RETRY, doing + ": " + missing.getFile() + " does not exist");
      case FileNotFoundException missing ->
          TapeFault.ofFile(Kind.RETRY, doing + ": " + missing.getMessage());
      default -> TapeFault.ofFile(kind(failure), doing + ": " + failure.getMessage());
    };
  }

  /** As {@link #of}, where nothing more can be done for the whole batch. */
  static TapeTrouble ofBatch(IOException failure) throws InterruptedException {
    return of(failure, "the tape library cannot be used").trouble();
  }

  /** An interrupted channel closes and throws an exception, and the thread stays interrupted. */
  private static void throwIfInterrupted(IOException failure) throws InterruptedException {
    if (failure instanceof ClosedByInterruptException) {
      boolean ignored = Thread.interrupted();
      throw new InterruptedException("interrupted while bytes were moved");
    }
  }

  /** Java has no type for a full disk; the words are those of strerror(3) in the C locale. */
  private static Kind kind(IOException failure) {
    String words = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
    return words.contains("no space left") || words.contains("quota exceeded")
        ? Kind.NO_SPACE
        : Kind.RETRY;
  }
}
