package org.bora.storage.posix;

import java.lang.foreign.MemorySegment;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.FileCalls;
import org.bora.storage.linux.Flags;
import org.bora.storage.linux.StatCalls;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.spi.StorageException;

/**
 * An open file or directory; closed once, by the code that opened it.
 *
 * @param descriptor invalid after the close
 * @param where path relative to the area, for messages
 */
record Handle(int descriptor, String where) implements AutoCloseable {
  /** openat2 answers EAGAIN when a rename races with it; renames are short. */
  private static final int ATTEMPTS = 1000;

  private static final long BENEATH = Flags.RESOLVE_BENEATH | Flags.RESOLVE_NO_MAGICLINKS;

  /**
   * Opens what {@code path} leads to, beneath this directory.
   *
   * @return the outcome of openat2: a descriptor, or a negated error number
   */
  int tryOpen(CallFrame frame, String path, long flags, int mode) {
    return open(frame, descriptor, path, flags, mode, BENEATH);
  }

  /** As {@link #tryOpen}, failure being an exception. */
  Handle open(CallFrame frame, String path, long flags) throws StorageException {
    int opened = tryOpen(frame, path, flags, 0);
    if (opened < 0) {
      throw Failures.ofOpen(opened, path);
    }
    return new Handle(opened, path);
  }

  /** Opens once more what this holds. */
  Handle reopen(CallFrame frame, long flags) throws StorageException {
    int opened = FileCalls.reopen(frame, descriptor, flags);
    if (opened < 0) {
      throw Failures.ofOpen(opened, where);
    }
    return new Handle(opened, where);
  }

  /** openat2 with O_CLOEXEC, repeated while the kernel asks for that. */
  static int open(CallFrame frame, int directory, String path, long flags, int mode, long resolve) {
    int outcome = -Errno.EAGAIN;
    for (int attempt = 0; attempt < ATTEMPTS && isTransient(outcome); attempt++) {
      outcome = FileCalls.openat2(frame, directory, path, flags | Flags.O_CLOEXEC, mode, resolve);
    }
    return outcome;
  }

  private static boolean isTransient(int outcome) {
    return outcome == -Errno.EAGAIN || outcome == -Errno.EINTR;
  }

  Stat stat(CallFrame frame) throws StorageException {
    MemorySegment buffer = StatCalls.buffer(frame);
    check(StatCalls.statx(frame, descriptor, buffer), "statx");
    return StatCalls.read(buffer);
  }

  /** Which entry of which mount this holds. */
  StatCalls.Place place(CallFrame frame) throws StorageException {
    MemorySegment buffer = StatCalls.buffer(frame);
    check(StatCalls.statPlace(frame, descriptor, buffer), "statx");
    return StatCalls.place(buffer);
  }

  /** Waits until the written data is on stable storage; for a directory, its names. */
  void sync(CallFrame frame) throws StorageException {
    int outcome;
    do {
      outcome = FileCalls.fsync(frame, descriptor);
    } while (outcome == -Errno.EINTR);
    check(outcome, "fsync");
  }

  /** Throws for a negative outcome of a call on this handle. */
  void check(long outcome, String call) throws StorageException {
    if (outcome < 0) {
      throw Failures.of(outcome, call, where);
    }
  }

  @Override
  public void close() {
    FileCalls.close(descriptor);
  }
}
