package org.bora.storage.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CallFrameTest {

  @Test
  void thisMachineLacksNothing() {
    assertEquals(Optional.empty(), CLibrary.missing());
  }

  @Test
  void memoryIsZeroedAlignedAndNeverShared() {
    try (CallFrame frame = new CallFrame()) {
      for (int round = 0; round < 200; round++) {
        MemorySegment memory = frame.allocate(1 + round % 30);
        assertEquals(0, memory.address() % 8);
        for (long at = 0; at < memory.byteSize(); at++) {
          assertEquals(0, memory.get(ValueLayout.JAVA_BYTE, at));
        }
        memory.fill((byte) 1);
      }
    }
  }

  @Test
  void aNameWithNulIsRefusedAndNotCutShort() {
    try (CallFrame frame = new CallFrame()) {
      assertThrows(
          IllegalArgumentException.class,
          () -> NameCalls.unlinkat(frame, Flags.AT_FDCWD, "/absent\0x", 0));
    }
  }

  @Test
  void aFailureIsItsNegatedNumber() {
    try (CallFrame frame = new CallFrame()) {
      int missing = FileCalls.openat2(frame, Flags.AT_FDCWD, "/absent/x", Flags.O_PATH, 0, 0);
      assertEquals(-Errno.ENOENT, missing);
      assertEquals(-Errno.EBADF, FileCalls.fsync(frame, -1));
      assertEquals("ENOENT", Errno.name(-missing));
    }
  }

  @Test
  void theRootDirectoryIsADirectoryAndNotMore() {
    try (CallFrame frame = new CallFrame()) {
      MemorySegment buffer = StatCalls.buffer(frame);
      assertEquals(0, StatCalls.statx(frame, Flags.AT_FDCWD, "/", buffer));
      StatCalls.Stat stat = StatCalls.read(buffer);
      assertTrue(stat.isDirectory() && !stat.isFile() && !stat.isLink());
      assertTrue(stat.links() > 0);
    }
  }
}
