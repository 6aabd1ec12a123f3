package org.bora.storage.linux;

import static org.bora.storage.linux.CLibrary.INT;
import static org.bora.storage.linux.CLibrary.LONG;
import static org.bora.storage.linux.CLibrary.POINTER;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Calls that change or read one name in an open directory. Names here hold no slash. */
public final class NameCalls {
  private static final MethodHandle MKDIRAT =
      CLibrary.withErrno("mkdirat", FunctionDescriptor.of(INT, INT, POINTER, INT));
  private static final MethodHandle UNLINKAT =
      CLibrary.withErrno("unlinkat", FunctionDescriptor.of(INT, INT, POINTER, INT));
  private static final MethodHandle RENAMEAT =
      CLibrary.withErrno("renameat", FunctionDescriptor.of(INT, INT, POINTER, INT, POINTER));
  private static final MethodHandle LINKAT =
      CLibrary.withErrno("linkat", FunctionDescriptor.of(INT, INT, POINTER, INT, POINTER, INT));
  private static final MethodHandle RENAMEAT2 =
      CLibrary.systemCall(INT, POINTER, INT, POINTER, INT);
  private static final MethodHandle CHMOD =
      CLibrary.withErrno("chmod", FunctionDescriptor.of(INT, POINTER, INT));
  private static final MethodHandle READLINK =
      CLibrary.withErrno("readlink", FunctionDescriptor.of(LONG, POINTER, POINTER, LONG));

  private static final long RENAMEAT2_NUMBER = Flags.architecture().renameat2();

  private NameCalls() {}

  public static int mkdirat(CallFrame frame, int directory, String name, int mode) {
    MemorySegment text = frame.cString(name);
    try {
      return frame.outcome((int) MKDIRAT.invokeExact(frame.capture(), directory, text, mode));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** unlinkat(2); AT_REMOVEDIR removes an empty directory, 0 anything else. */
  public static int unlinkat(CallFrame frame, int directory, String name, int flags) {
    MemorySegment text = frame.cString(name);
    try {
      return frame.outcome((int) UNLINKAT.invokeExact(frame.capture(), directory, text, flags));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** renameat(2): replaces what the new name holds, where the kinds agree. */
  public static int renameat(
      CallFrame frame, int fromDirectory, String from, int toDirectory, String to) {
    MemorySegment fromText = frame.cString(from);
    MemorySegment toText = frame.cString(to);
    try {
      return frame.outcome(
          (int)
              RENAMEAT.invokeExact(frame.capture(), fromDirectory, fromText, toDirectory, toText));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** renameat2(2) with RENAME_NOREPLACE; EINVAL where the filesystem does not know the flag. */
  public static int renameNoReplace(
      CallFrame frame, int fromDirectory, String from, int toDirectory, String to) {
    return renameat2(frame, fromDirectory, from, toDirectory, to, Flags.RENAME_NOREPLACE);
  }

  /** renameat2(2) with RENAME_EXCHANGE; EINVAL where the filesystem does not know the flag. */
  public static int renameExchange(
      CallFrame frame, int fromDirectory, String from, int toDirectory, String to) {
    return renameat2(frame, fromDirectory, from, toDirectory, to, Flags.RENAME_EXCHANGE);
  }

  private static int renameat2(
      CallFrame frame, int fromDirectory, String from, int toDirectory, String to, int flags) {
    MemorySegment fromText = frame.cString(from);
    MemorySegment toText = frame.cString(to);
    try {
      return (int)
          frame.outcome(
              (long)
                  RENAMEAT2.invokeExact(
                      frame.capture(),
                      RENAMEAT2_NUMBER,
                      fromDirectory,
                      fromText,
                      toDirectory,
                      toText,
                      flags));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** linkat(2) of the entry itself, a link not being followed. */
  public static int linkat(
      CallFrame frame, int fromDirectory, String from, int toDirectory, String to) {
    MemorySegment fromText = frame.cString(from);
    MemorySegment toText = frame.cString(to);
    try {
      return frame.outcome(
          (int)
              LINKAT.invokeExact(frame.capture(), fromDirectory, fromText, toDirectory, toText, 0));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /**
   * linkat(2) of what a descriptor holds, also one opened with O_PATH: this very file gets the
   * name, whatever its old name means by now. ENOENT where the file has no name any more.
   */
  public static int linkHeld(CallFrame frame, int descriptor, int toDirectory, String to) {
    MemorySegment fromText = frame.cString(HeldPath.of(descriptor));
    MemorySegment toText = frame.cString(to);
    try {
      return frame.outcome(
          (int)
              LINKAT.invokeExact(
                  frame.capture(),
                  Flags.AT_FDCWD,
                  fromText,
                  toDirectory,
                  toText,
                  Flags.AT_SYMLINK_FOLLOW));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** chmod(2) of an entry held by any descriptor, also one opened with O_PATH. */
  public static int chmodHeld(CallFrame frame, int descriptor, int mode) {
    MemorySegment text = frame.cString(HeldPath.of(descriptor));
    try {
      return frame.outcome((int) CHMOD.invokeExact(frame.capture(), text, mode));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** The kernel's own name of what a descriptor holds. Bytes written to {@code into}. */
  public static long readHeldPath(CallFrame frame, int descriptor, MemorySegment into) {
    MemorySegment text = frame.cString(HeldPath.of(descriptor));
    try {
      return frame.outcome(
          (long) READLINK.invokeExact(frame.capture(), text, into, into.byteSize()));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }
}
