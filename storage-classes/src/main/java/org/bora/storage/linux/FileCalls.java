package org.bora.storage.linux;

import static org.bora.storage.linux.CLibrary.INT;
import static org.bora.storage.linux.CLibrary.LONG;
import static org.bora.storage.linux.CLibrary.POINTER;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.time.Instant;

/** Calls that open files and work on open ones. */
public final class FileCalls {
  private static final MethodHandle OPENAT2 = CLibrary.systemCall(INT, POINTER, POINTER, LONG);
  private static final MethodHandle GETDENTS64 = CLibrary.systemCall(INT, POINTER, LONG);
  private static final MethodHandle CLOSE =
      CLibrary.plain("close", FunctionDescriptor.of(INT, INT));
  private static final MethodHandle DUP3 =
      CLibrary.withErrno("dup3", FunctionDescriptor.of(INT, INT, INT, INT));
  private static final MethodHandle PREAD =
      CLibrary.withErrno("pread", FunctionDescriptor.of(LONG, INT, POINTER, LONG, LONG));
  private static final MethodHandle PWRITE =
      CLibrary.withErrno("pwrite", FunctionDescriptor.of(LONG, INT, POINTER, LONG, LONG));
  private static final MethodHandle FSYNC =
      CLibrary.withErrno("fsync", FunctionDescriptor.of(INT, INT));
  private static final MethodHandle FADVISE =
      CLibrary.plain("posix_fadvise", FunctionDescriptor.of(INT, INT, LONG, LONG, INT));
  private static final MethodHandle FCHOWN =
      CLibrary.withErrno("fchown", FunctionDescriptor.of(INT, INT, INT, INT));
  private static final MethodHandle FCHMOD =
      CLibrary.withErrno("fchmod", FunctionDescriptor.of(INT, INT, INT));

  private static final MethodHandle FALLOCATE =
      CLibrary.withErrno("fallocate", FunctionDescriptor.of(INT, INT, INT, LONG, LONG));
  private static final MethodHandle FTRUNCATE =
      CLibrary.withErrno("ftruncate", FunctionDescriptor.of(INT, INT, LONG));
  private static final MethodHandle FUTIMENS =
      CLibrary.withErrno("futimens", FunctionDescriptor.of(INT, INT, POINTER));
  private static final MethodHandle LSEEK =
      CLibrary.withErrno("lseek", FunctionDescriptor.of(LONG, INT, LONG, INT));

  private static final long OPENAT2_NUMBER = Flags.architecture().openat2();
  private static final long GETDENTS64_NUMBER = Flags.architecture().getdents64();

  /** struct open_how: three 64-bit fields, flags, mode, resolve. */
  private static final long OPEN_HOW_BYTES = 24;

  private static final long MODE_OFFSET = 8;
  private static final long RESOLVE_OFFSET = 16;

  /** struct timespec of 64-bit systems: seconds, nanoseconds. */
  private static final long TIMESPEC_BYTES = 16;

  private static final long NANOS_OFFSET = 8;
  private static final long UTIME_OMIT = (1L << 30) - 2;

  private FileCalls() {}

  /**
   * openat2(2).
   *
   * @param mode of a file that is created, else 0
   * @return the new descriptor
   */
  public static int openat2(
      CallFrame frame, int directory, String path, long flags, int mode, long resolve) {
    MemorySegment how = frame.allocate(OPEN_HOW_BYTES);
    how.set(LONG, 0, flags);
    how.set(LONG, MODE_OFFSET, mode);
    how.set(LONG, RESOLVE_OFFSET, resolve);
    MemorySegment name = frame.cString(path);
    try {
      return (int)
          frame.outcome(
              (long)
                  OPENAT2.invokeExact(
                      frame.capture(), OPENAT2_NUMBER, directory, name, how, OPEN_HOW_BYTES));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /**
   * close(2). On Linux the descriptor is gone whatever the answer is, so it is never repeated; an
   * error would be one of writing back, and what we write is synced before.
   */
  public static void close(int descriptor) {
    try {
      int ignored = (int) CLOSE.invokeExact(descriptor);
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /**
   * dup3(2): {@code target} holds from now on what {@code source} holds, for every thread at the
   * same moment. What {@code target} held before is closed.
   */
  public static int replace(CallFrame frame, int source, int target) {
    try {
      return frame.outcome(
          (int) DUP3.invokeExact(frame.capture(), source, target, (int) Flags.O_CLOEXEC));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** pread(2); 0 at the end of the file. */
  public static long pread(CallFrame frame, int descriptor, MemorySegment into, long position) {
    try {
      return frame.outcome(
          (long) PREAD.invokeExact(frame.capture(), descriptor, into, into.byteSize(), position));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** pwrite(2); may write less than it is given. */
  public static long pwrite(CallFrame frame, int descriptor, MemorySegment from, long position) {
    try {
      return frame.outcome(
          (long) PWRITE.invokeExact(frame.capture(), descriptor, from, from.byteSize(), position));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  public static int fsync(CallFrame frame, int descriptor) {
    try {
      return frame.outcome((int) FSYNC.invokeExact(frame.capture(), descriptor));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** Tells the kernel that a whole file will be read in order; only advice, so no answer. */
  public static void adviseSequential(int descriptor) {
    try {
      int ignored = (int) FADVISE.invokeExact(descriptor, 0L, 0L, Flags.POSIX_FADV_SEQUENTIAL);
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** fchown(2); -1 leaves a number as it is. */
  public static int fchown(CallFrame frame, int descriptor, int uid, int gid) {
    try {
      return frame.outcome((int) FCHOWN.invokeExact(frame.capture(), descriptor, uid, gid));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  public static int fchmod(CallFrame frame, int descriptor, int mode) {
    try {
      return frame.outcome((int) FCHMOD.invokeExact(frame.capture(), descriptor, mode));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** Opens what a descriptor holds once more, also one opened with O_PATH. */
  public static int reopen(CallFrame frame, int descriptor, long flags) {
    return openat2(frame, Flags.AT_FDCWD, HeldPath.of(descriptor), flags | Flags.O_CLOEXEC, 0, 0);
  }

  /** fallocate(2) from the beginning, without changing the size. */
  public static int fallocate(CallFrame frame, int descriptor, long bytes) {
    try {
      return frame.outcome(
          (int)
              FALLOCATE.invokeExact(
                  frame.capture(), descriptor, Flags.FALLOC_FL_KEEP_SIZE, 0L, bytes));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  public static int ftruncate(CallFrame frame, int descriptor, long bytes) {
    try {
      return frame.outcome((int) FTRUNCATE.invokeExact(frame.capture(), descriptor, bytes));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** futimens(2) of the time of modification; that of the last access stays. */
  public static int setModified(CallFrame frame, int descriptor, Instant modified) {
    MemorySegment times = frame.allocate(2 * TIMESPEC_BYTES);
    times.set(LONG, NANOS_OFFSET, UTIME_OMIT);
    times.set(LONG, TIMESPEC_BYTES, modified.getEpochSecond());
    times.set(LONG, TIMESPEC_BYTES + NANOS_OFFSET, modified.getNano());
    try {
      return frame.outcome((int) FUTIMENS.invokeExact(frame.capture(), descriptor, times));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /**
   * lseek(2) to the first byte at or after {@code position} that is not in a hole; ENXIO if there
   * is none, EINVAL if the filesystem does not support it.
   */
  public static long seekData(CallFrame frame, int descriptor, long position) {
    return seek(frame, descriptor, position, Flags.SEEK_DATA);
  }

  /** lseek(2) to the first hole from {@code position} on; the end of the file counts as one. */
  public static long seekHole(CallFrame frame, int descriptor, long position) {
    return seek(frame, descriptor, position, Flags.SEEK_HOLE);
  }

  /** lseek(2) of a directory to a position that one of its records told. */
  public static long seekTo(CallFrame frame, int descriptor, long position) {
    return seek(frame, descriptor, position, Flags.SEEK_SET);
  }

  private static long seek(CallFrame frame, int descriptor, long position, int whence) {
    try {
      return frame.outcome((long) LSEEK.invokeExact(frame.capture(), descriptor, position, whence));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** getdents64(2); bytes of struct linux_dirent64 records, 0 at the end. */
  public static long getdents64(CallFrame frame, int descriptor, MemorySegment into) {
    try {
      return frame.outcome(
          (long)
              GETDENTS64.invokeExact(
                  frame.capture(), GETDENTS64_NUMBER, descriptor, into, into.byteSize()));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }
}
