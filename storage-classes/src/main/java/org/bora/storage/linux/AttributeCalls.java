package org.bora.storage.linux;

import static org.bora.storage.linux.CLibrary.INT;
import static org.bora.storage.linux.CLibrary.LONG;
import static org.bora.storage.linux.CLibrary.POINTER;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/** Extended attributes (xattr(7)) of open entries. */
public final class AttributeCalls {
  private static final MethodHandle FSETXATTR =
      CLibrary.withErrno("fsetxattr", FunctionDescriptor.of(INT, INT, POINTER, POINTER, LONG, INT));
  private static final MethodHandle GETXATTR =
      CLibrary.withErrno("getxattr", FunctionDescriptor.of(LONG, POINTER, POINTER, POINTER, LONG));
  private static final MethodHandle FREMOVEXATTR =
      CLibrary.withErrno("fremovexattr", FunctionDescriptor.of(INT, INT, POINTER));
  private static final MethodHandle SETXATTR =
      CLibrary.withErrno(
          "setxattr", FunctionDescriptor.of(INT, POINTER, POINTER, POINTER, LONG, INT));
  private static final MethodHandle REMOVEXATTR =
      CLibrary.withErrno("removexattr", FunctionDescriptor.of(INT, POINTER, POINTER));

  private static final MethodHandle LISTXATTR =
      CLibrary.withErrno("listxattr", FunctionDescriptor.of(LONG, POINTER, POINTER, LONG));

  /** XATTR_SIZE_MAX, and XATTR_LIST_MAX too. */
  private static final long MOST_BYTES = 1 << 16;

  /** Of linux/xattr.h: fails where the attribute exists. */
  private static final int XATTR_CREATE = 1;

  /** Longer than any text of ours; a longer one is a stranger's and reported as ERANGE. */
  private static final long VALUE_BYTES = 512;

  private AttributeCalls() {}

  /**
   * fsetxattr(2) of a short ASCII text: creates or replaces. The descriptor is a real one, not
   * O_PATH.
   */
  public static int set(CallFrame frame, int descriptor, String name, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.US_ASCII);
    MemorySegment text = frame.cString(name);
    MemorySegment content = frame.allocate(bytes.length);
    MemorySegment.copy(bytes, 0, content, ValueLayout.JAVA_BYTE, 0, bytes.length);
    try {
      return frame.outcome(
          (int)
              FSETXATTR.invokeExact(
                  frame.capture(), descriptor, text, content, (long) bytes.length, 0));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** Memory for {@link #get}, valid until the next call: see {@link CallFrame#scratch}. */
  public static MemorySegment buffer(CallFrame frame) {
    return frame.scratch(VALUE_BYTES);
  }

  /**
   * getxattr(2) of an entry held by any descriptor, also one opened with O_PATH.
   *
   * @return bytes written to {@code into}
   */
  public static long get(CallFrame frame, int descriptor, String name, MemorySegment into) {
    MemorySegment path = frame.cString(HeldPath.of(descriptor));
    MemorySegment text = frame.cString(name);
    try {
      return frame.outcome(
          (long) GETXATTR.invokeExact(frame.capture(), path, text, into, into.byteSize()));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /**
   * listxattr(2) of an entry held by any descriptor: names, each with a NUL behind it.
   *
   * @return bytes written to {@code into}
   */
  public static long list(CallFrame frame, int descriptor, MemorySegment into) {
    MemorySegment path = frame.cString(HeldPath.of(descriptor));
    try {
      return frame.outcome(
          (long) LISTXATTR.invokeExact(frame.capture(), path, into, into.byteSize()));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  public static int remove(CallFrame frame, int descriptor, String name) {
    MemorySegment text = frame.cString(name);
    try {
      return frame.outcome((int) FREMOVEXATTR.invokeExact(frame.capture(), descriptor, text));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** Room for any value there can be. */
  public static MemorySegment longestBuffer(CallFrame frame) {
    return frame.allocate(MOST_BYTES);
  }

  /** setxattr(2), creating or replacing, of an entry held by any descriptor. */
  public static int setHeld(CallFrame frame, int descriptor, String name, byte[] value) {
    return setHeld(frame, descriptor, name, value, 0);
  }

  /** The same, but EEXIST where the entry has the attribute already. */
  public static int createHeld(CallFrame frame, int descriptor, String name, byte[] value) {
    return setHeld(frame, descriptor, name, value, XATTR_CREATE);
  }

  private static int setHeld(
      CallFrame frame, int descriptor, String name, byte[] value, int flags) {
    MemorySegment path = frame.cString(HeldPath.of(descriptor));
    MemorySegment text = frame.cString(name);
    MemorySegment content = frame.allocate(value.length);
    MemorySegment.copy(value, 0, content, ValueLayout.JAVA_BYTE, 0, value.length);
    try {
      return frame.outcome(
          (int)
              SETXATTR.invokeExact(
                  frame.capture(), path, text, content, (long) value.length, flags));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** removexattr(2) of an entry held by any descriptor. */
  public static int removeHeld(CallFrame frame, int descriptor, String name) {
    MemorySegment path = frame.cString(HeldPath.of(descriptor));
    MemorySegment text = frame.cString(name);
    try {
      return frame.outcome((int) REMOVEXATTR.invokeExact(frame.capture(), path, text));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }
}
