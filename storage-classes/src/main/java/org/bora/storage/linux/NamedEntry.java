package org.bora.storage.linux;

import static org.bora.storage.linux.CLibrary.LONG;
import static org.bora.storage.linux.CLibrary.POINTER;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import org.bora.storage.linux.StatCalls.Stat;

/**
 * Examines the names of an open directory one after the other, without opening them or following
 * links. Each call resolves the name again, so two calls may see two different entries. All memory
 * is taken once, from the frame, however many names there are.
 */
public final class NamedEntry {
  private static final MethodHandle LGETXATTR =
      CLibrary.withErrno("lgetxattr", FunctionDescriptor.of(LONG, POINTER, POINTER, POINTER, LONG));
  private static final MethodHandle LLISTXATTR =
      CLibrary.withErrno("llistxattr", FunctionDescriptor.of(LONG, POINTER, POINTER, LONG));

  /** NAME_MAX. */
  private static final int LONGEST_NAME = 255;

  /** Longer than any text of ours, and than the names of all attributes of a usual file. */
  private static final long CONTENT_BYTES = 2048;

  private final CallFrame frame;
  private final int directory;
  private final MemorySegment path;
  private final MemorySegment name;
  private final MemorySegment stat;
  private final MemorySegment content;

  /**
   * @param frame outlives this
   * @param directory a descriptor, which stays open as long
   */
  public NamedEntry(CallFrame frame, int directory) {
    this.frame = frame;
    this.directory = directory;
    byte[] prefix = (HeldPath.of(directory) + "/").getBytes(StandardCharsets.US_ASCII);
    path = frame.allocate(prefix.length + LONGEST_NAME + 1L);
    MemorySegment.copy(prefix, 0, path, ValueLayout.JAVA_BYTE, 0, prefix.length);
    name = path.asSlice(prefix.length);
    stat = StatCalls.buffer(frame);
    content = frame.allocate(CONTENT_BYTES);
  }

  /**
   * Continues with this name.
   *
   * @throws IllegalArgumentException if it cannot be a name in a directory
   */
  public void select(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    boolean climbs = text.isEmpty() || text.equals(".") || text.equals("..");
    boolean leads = text.indexOf('/') >= 0 || text.indexOf('\0') >= 0;
    if (climbs || leads || bytes.length > LONGEST_NAME) {
      throw new IllegalArgumentException("'" + text + "' is no name in a directory");
    }
    MemorySegment.copy(bytes, 0, name, ValueLayout.JAVA_BYTE, 0, bytes.length);
    name.set(ValueLayout.JAVA_BYTE, bytes.length, (byte) 0);
  }

  /** statx(2), to be read by {@link #stat}. */
  public int look() {
    return StatCalls.statx(frame, directory, name, stat);
  }

  /** What {@link #look} saw. */
  public Stat stat() {
    return StatCalls.read(stat);
  }

  /** An attribute's name as C reads it, to be used many times. */
  public MemorySegment attribute(String attribute) {
    return frame.cString(attribute);
  }

  /**
   * llistxattr(2): names, each with a NUL behind it.
   *
   * @return bytes to be read by {@link #content}
   */
  public long list() {
    try {
      return frame.outcome(
          (long) LLISTXATTR.invokeExact(frame.capture(), path, content, CONTENT_BYTES));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /**
   * lgetxattr(2).
   *
   * @param attribute of {@link #attribute}
   * @return bytes to be read by {@link #content}
   */
  public long get(MemorySegment attribute) {
    try {
      return frame.outcome(
          (long) LGETXATTR.invokeExact(frame.capture(), path, attribute, content, CONTENT_BYTES));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** What the last {@link #list} or {@link #get} has read. */
  public byte[] content(long bytes) {
    return content.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE);
  }
}
