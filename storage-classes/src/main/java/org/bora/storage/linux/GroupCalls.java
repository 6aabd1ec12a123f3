package org.bora.storage.linux;

import static org.bora.storage.linux.CLibrary.INT;
import static org.bora.storage.linux.CLibrary.POINTER;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.List;

/** The groups of an account. */
public final class GroupCalls {
  private static final MethodHandle GETGROUPLIST =
      CLibrary.plain("getgrouplist", FunctionDescriptor.of(INT, POINTER, INT, POINTER, POINTER));

  private static final int FIRST_COUNT = 64;

  private GroupCalls() {}

  /** getgrouplist(3): all groups of the account, {@code gid} among them. */
  public static List<Integer> of(CallFrame frame, String account, int gid) {
    MemorySegment name = frame.cString(account);
    MemorySegment count = frame.allocate(INT.byteSize());
    int room = FIRST_COUNT;
    while (true) {
      MemorySegment groups = frame.allocate(room * INT.byteSize());
      count.set(INT, 0, room);
      if (fill(name, gid, groups, count) >= 0) {
        int[] found = groups.asSlice(0, count.get(INT, 0) * INT.byteSize()).toArray(INT);
        return Arrays.stream(found).distinct().boxed().toList();
      }
      // the C library says how many there are; others may be added before it is asked again
      room = Math.max(room * 2, count.get(INT, 0));
    }
  }

  private static int fill(MemorySegment name, int gid, MemorySegment groups, MemorySegment count) {
    try {
      return (int) GETGROUPLIST.invokeExact(name, gid, groups, count);
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }
}
