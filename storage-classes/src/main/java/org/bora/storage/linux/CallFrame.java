package org.bora.storage.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * The native memory of one operation: for errno, and for the names and structures of its calls.
 * Confined to the thread that made it and freed as a whole by {@link #close}.
 */
public final class CallFrame implements AutoCloseable {
  private static final MemoryLayout CAPTURE = Linker.Option.captureStateLayout();
  private static final long ERRNO_OFFSET = CAPTURE.byteOffset(PathElement.groupElement("errno"));

  /** One allocation serves a usual operation: errno, statx, open_how, names, the scratch area. */
  private static final long SLAB_BYTES = 4096;

  private static final long SCRATCH_BYTES = 1024;

  private static final long ALIGNMENT = 8;

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment slab = arena.allocate(SLAB_BYTES, ALIGNMENT);
  private final MemorySegment capture = slab.asSlice(0, CAPTURE.byteSize());
  private final MemorySegment scratch = slab.asSlice(SLAB_BYTES - SCRATCH_BYTES, SCRATCH_BYTES);
  private long used = round(CAPTURE.byteSize());

  /** Zeroed memory, aligned to eight bytes, that lives as long as the frame. */
  public MemorySegment allocate(long bytes) {
    long need = round(bytes);
    if (used + need > SLAB_BYTES - SCRATCH_BYTES) {
      return arena.allocate(bytes, ALIGNMENT);
    }
    MemorySegment slice = slab.asSlice(used, bytes);
    used += need;
    return slice;
  }

  /**
   * Memory for the answer of one call, at most 1,024 bytes: the next caller of this method
   * overwrites it, so its content must be copied first. Not zeroed.
   */
  public MemorySegment scratch(long bytes) {
    return scratch.asSlice(0, bytes);
  }

  /**
   * A name as C reads it.
   *
   * @throws IllegalArgumentException for a name with a NUL, which C would cut short
   */
  MemorySegment cString(String text) {
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a name holds no NUL");
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    MemorySegment segment = allocate(bytes.length + 1L);
    MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return segment;
  }

  /** First argument of every call that reports through errno. */
  MemorySegment capture() {
    return capture;
  }

  /** The result of a call in the form of the kernel: a negative value is the negated errno. */
  int outcome(int result) {
    return result >= 0 ? result : -errno();
  }

  /** As {@link #outcome(int)}. */
  long outcome(long result) {
    return result >= 0 ? result : -errno();
  }

  private int errno() {
    return capture.get(ValueLayout.JAVA_INT, ERRNO_OFFSET);
  }

  private static long round(long bytes) {
    return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
  }

  @Override
  public void close() {
    arena.close();
  }
}
