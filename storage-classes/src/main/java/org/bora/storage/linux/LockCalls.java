package org.bora.storage.linux;

import static org.bora.storage.linux.CLibrary.INT;
import static org.bora.storage.linux.CLibrary.LONG;
import static org.bora.storage.linux.CLibrary.POINTER;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Advisory locks on open files. They belong to the open file. The older locks of fcntl(2) belong to
 * the process, and end when any code of the process closes the same file. The kernel releases them
 * when the last descriptor of the open file is closed, at the latest when the process ends.
 */
public final class LockCalls {
  private static final MethodHandle FLOCK =
      CLibrary.withErrno("flock", FunctionDescriptor.of(INT, INT, INT));

  private static final MethodHandle FCNTL =
      CLibrary.variadic("fcntl", 2, FunctionDescriptor.of(INT, INT, INT, POINTER));

  private static final int LOCK_EX = 2;
  private static final int LOCK_NB = 4;

  /** Locks of an open file, Linux 3.15. */
  private static final int F_OFD_GETLK = 36;

  private static final int F_OFD_SETLK = 37;

  private static final short F_WRLCK = 1;
  private static final short F_UNLCK = 2;

  /** struct flock of 64-bit systems: type and whence, then start, length and process; all 0. */
  private static final long FLOCK_BYTES = 32;

  private LockCalls() {}

  /**
   * flock(2) for this open file alone, without waiting. Closing the descriptor gives it back.
   *
   * @return 0, or -EAGAIN while another open file has it
   */
  public static int tryExclusive(CallFrame frame, int descriptor) {
    try {
      return frame.outcome((int) FLOCK.invokeExact(frame.capture(), descriptor, LOCK_EX | LOCK_NB));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /**
   * Locks all of this open file for writing, without waiting (fcntl(2), "Open file description
   * locks"). Filesystems that many machines mount tell such locks to all of them.
   *
   * @param descriptor open for writing
   * @return 0, or -EAGAIN while another open file has it
   */
  public static int tryWriteLock(CallFrame frame, int descriptor) {
    return fcntl(frame, descriptor, F_OFD_SETLK, writeLock(frame));
  }

  /**
   * Whether another open file holds {@link #tryWriteLock}: asked without taking it.
   *
   * @return 1 or 0, or a negated error number
   */
  public static int isWriteLocked(CallFrame frame, int descriptor) {
    MemorySegment lock = writeLock(frame);
    int outcome = fcntl(frame, descriptor, F_OFD_GETLK, lock);
    if (outcome < 0) {
      return outcome;
    }
    return lock.get(ValueLayout.JAVA_SHORT, 0) == F_UNLCK ? 0 : 1;
  }

  private static MemorySegment writeLock(CallFrame frame) {
    MemorySegment lock = frame.allocate(FLOCK_BYTES);
    for (long at = 0; at < FLOCK_BYTES; at += LONG.byteSize()) {
      lock.set(LONG, at, 0);
    }
    lock.set(ValueLayout.JAVA_SHORT, 0, F_WRLCK);
    return lock;
  }

  private static int fcntl(CallFrame frame, int descriptor, int command, MemorySegment lock) {
    try {
      return frame.outcome((int) FCNTL.invokeExact(frame.capture(), descriptor, command, lock));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }
}
