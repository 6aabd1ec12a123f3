package org.bora.storage.linux;

import static org.bora.storage.linux.CLibrary.LONG;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.UUID;

/** The information that btrfs gives to every process (linux/btrfs.h). */
public final class BtrfsCalls {
  /** BTRFS_IOC_INO_LOOKUP: _IOWR(0x94, 18, 4096 bytes): tree, object, name. */
  private static final long LOOK_UP = 0xd0009412L;

  private static final long LOOK_UP_BYTES = 4096;
  private static final long OBJECT = 8;

  /** BTRFS_FIRST_FREE_OBJECTID: the root of every subvolume, which everybody may ask for. */
  private static final long SUBVOLUME_ROOT = 256;

  /** BTRFS_IOC_FS_INFO: _IOR(0x94, 31, 1024 bytes); the identifier is its third word. */
  private static final long INFO = 0x8400941fL;

  private static final long INFO_BYTES = 1024;
  private static final long IDENTIFIER = 16;
  private static final ValueLayout.OfLong BIG_ENDIAN =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN);

  private BtrfsCalls() {}

  /** The number of the subvolume that a directory lies in. */
  public static long subvolume(CallFrame frame, int descriptor) {
    MemorySegment buffer = frame.allocate(LOOK_UP_BYTES);
    buffer.set(LONG, OBJECT, SUBVOLUME_ROOT);
    int asked = QuotaCalls.ioctl(frame, descriptor, LOOK_UP, buffer);
    return asked < 0 ? asked : buffer.get(LONG, 0);
  }

  /** Room for {@link #info}. */
  public static MemorySegment infoBuffer(CallFrame frame) {
    return frame.allocate(INFO_BYTES);
  }

  public static int info(CallFrame frame, int descriptor, MemorySegment into) {
    return QuotaCalls.ioctl(frame, descriptor, INFO, into);
  }

  /** The identifier of the filesystem in what {@link #info} wrote. */
  public static UUID identifier(MemorySegment info) {
    return new UUID(info.get(BIG_ENDIAN, IDENTIFIER), info.get(BIG_ENDIAN, IDENTIFIER + 8));
  }
}
