package org.bora.storage.tape.virtual;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.FileCalls;
import org.bora.storage.linux.Flags;
import org.bora.storage.linux.LockCalls;

/**
 * A lock that this thread has and no other thread, process or host. The file of a lock is never
 * removed: a process that locked the old one would not meet one that locks the new one.
 *
 * <p>Waiting is asking again: the call that waits cannot be interrupted, and what is waited for
 * takes seconds.
 */
final class HeldLock implements AutoCloseable {
  private static final Duration ASK_AGAIN = Duration.ofMillis(5);
  private static final int MODE = 0644;

  private final int descriptor;

  private HeldLock(int descriptor) {
    this.descriptor = descriptor;
  }

  /** The lock, if it is free. */
  static Optional<HeldLock> tryTake(Path file) throws IOException {
    try (CallFrame frame = new CallFrame()) {
      int descriptor = open(frame, file);
      int outcome = LockCalls.tryExclusive(frame, descriptor);
      if (outcome == 0) {
        return Optional.of(new HeldLock(descriptor));
      }
      FileCalls.close(descriptor);
      if (outcome == -Errno.EAGAIN || outcome == -Errno.EINTR) {
        return Optional.empty();
      }
      throw new IOException("flock of " + file + " failed: " + Errno.name(-outcome));
    }
  }

  /** The lock, as soon as it is free. */
  static HeldLock take(Path file) throws IOException, InterruptedException {
    while (true) {
      Optional<HeldLock> lock = tryTake(file);
      if (lock.isPresent()) {
        return lock.get();
      }
      Thread.sleep(ASK_AGAIN);
    }
  }

  private static int open(CallFrame frame, Path file) throws IOException {
    long flags = Flags.O_WRONLY | Flags.O_CREAT | Flags.O_CLOEXEC | Flags.O_NOFOLLOW;
    while (true) {
      int outcome = FileCalls.openat2(frame, Flags.AT_FDCWD, file.toString(), flags, MODE, 0);
      if (outcome >= 0) {
        return outcome;
      }
      if (outcome != -Errno.EINTR) {
        throw new IOException("opening lock " + file + " failed: " + Errno.name(-outcome));
      }
    }
  }

  @Override
  public void close() {
    FileCalls.close(descriptor);
  }
}
