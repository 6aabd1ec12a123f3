package org.bora.storage.linux;

import static org.bora.storage.linux.CLibrary.INT;
import static org.bora.storage.linux.CLibrary.LONG;
import static org.bora.storage.linux.CLibrary.POINTER;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Striping;

/** How the bytes of a new file lie on the servers of Lustre (llapi_layout(7)). */
public final class LayoutCalls {
  private static final int PRIVATE = 0600;

  private final MethodHandle alloc;
  private final MethodHandle free;
  private final MethodHandle count;
  private final MethodHandle size;
  private final MethodHandle pool;
  private final MethodHandle create;

  LayoutCalls(SharedLibrary library) throws StorageException {
    alloc = library.withErrno("llapi_layout_alloc", FunctionDescriptor.of(POINTER));
    free = library.plain("llapi_layout_free", FunctionDescriptor.ofVoid(POINTER));
    FunctionDescriptor number = FunctionDescriptor.of(INT, POINTER, LONG);
    count = library.withErrno("llapi_layout_stripe_count_set", number);
    size = library.withErrno("llapi_layout_stripe_size_set", number);
    pool =
        library.withErrno(
            "llapi_layout_pool_name_set", FunctionDescriptor.of(INT, POINTER, POINTER));
    create =
        library.withErrno(
            "llapi_layout_file_create", FunctionDescriptor.of(INT, POINTER, INT, INT, POINTER));
  }

  /**
   * Creates an empty file in an open directory, with access only for its owner; EEXIST if it
   * exists.
   */
  public int create(CallFrame frame, int directory, String name, Striping striping) {
    MemorySegment path = frame.cString(HeldPath.of(directory) + "/" + name);
    try {
      MemorySegment layout = (MemorySegment) alloc.invokeExact(frame.capture());
      if (layout.address() == 0) {
        return -Errno.ENOMEM;
      }
      int made = describe(frame, layout, striping);
      if (made >= 0) {
        int flags = (int) (Flags.O_WRONLY | Flags.O_CLOEXEC | Flags.O_NOFOLLOW);
        made =
            frame.outcome((int) create.invokeExact(frame.capture(), path, flags, PRIVATE, layout));
      }
      free.invokeExact(layout);
      if (made >= 0) {
        FileCalls.close(made);
      }
      return Math.min(made, 0);
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  private int describe(CallFrame frame, MemorySegment layout, Striping striping) throws Throwable {
    int done = 0;
    if (striping.count() != 0) {
      done =
          frame.outcome((int) count.invokeExact(frame.capture(), layout, (long) striping.count()));
    }
    if (done >= 0 && striping.sizeBytes() != 0) {
      done = frame.outcome((int) size.invokeExact(frame.capture(), layout, striping.sizeBytes()));
    }
    if (done >= 0 && !striping.pool().isEmpty()) {
      MemorySegment name = frame.cString(striping.pool());
      done = frame.outcome((int) pool.invokeExact(frame.capture(), layout, name));
    }
    return done;
  }
}
