package org.bora.storage.linux;

import static org.bora.storage.linux.CLibrary.INT;
import static org.bora.storage.linux.CLibrary.LONG;
import static org.bora.storage.linux.CLibrary.POINTER;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.time.Instant;
import java.util.Optional;

/** Reads the status of entries and filesystems. */
public final class StatCalls {
  private static final MethodHandle STATX =
      CLibrary.withErrno("statx", FunctionDescriptor.of(INT, INT, POINTER, INT, INT, POINTER));
  private static final MethodHandle FSTATVFS =
      CLibrary.withErrno("fstatvfs", FunctionDescriptor.of(INT, INT, POINTER));

  /** STATX_BASIC_STATS: what stat(2) gives. */
  private static final int BASIC_STATS = 0x7ff;

  /** STATX_MNT_ID; kernels before 5.8 leave it out. */
  private static final int MOUNT_ID = 0x1000;

  /** STATX_BTIME: when the entry was made, where the filesystem keeps that. */
  private static final int MADE = 0x800;

  /** struct statx, linux/stat.h: the same on every processor. */
  private static final long STATX_BYTES = 256;

  private static final long MASK = 0;
  private static final long LINKS = 16;
  private static final long UID = 20;
  private static final long GID = 24;
  private static final long MODE = 28;
  private static final long INODE = 32;
  private static final long SIZE = 40;
  private static final long ALLOCATED = 48;
  private static final long MADE_AT = 80;
  private static final long CHANGED = 96;
  private static final long MODIFIED = 112;
  private static final long DEVICE_MAJOR = 136;
  private static final long DEVICE_MINOR = 140;
  private static final long MOUNT = 144;
  private static final long NANOS = 8;

  /** The unit of st_blocks, whatever the filesystem's own is. */
  private static final long BLOCK_BYTES = 512;

  /** struct statvfs of 64-bit C libraries: block size, fragment size, then counts of fragments. */
  private static final long STATVFS_BYTES = 112;

  private static final long FRAGMENT_BYTES = 8;
  private static final long BLOCKS = 16;
  private static final long AVAILABLE = 32;

  private StatCalls() {}

  /**
   * An entry.
   *
   * @param type type and permissions, as in st_mode
   * @param device number of the filesystem's device, on this machine and while it is mounted
   * @param links number of its names; 0 if it was removed while open
   * @param size bytes
   * @param allocated bytes on disk: fewer than the size where there are holes
   * @param made when the entry was created; empty if the filesystem does not record it
   */
  public record Stat(
      int type,
      long device,
      int links,
      int uid,
      int gid,
      long inode,
      long size,
      long allocated,
      Instant modified,
      Instant changed,
      Optional<Instant> made) {
    private static final int FORMAT = 0xf000;

    public int permissions() {
      return type & 0xfff;
    }

    public boolean isFile() {
      return (type & FORMAT) == 0x8000;
    }

    public boolean isDirectory() {
      return (type & FORMAT) == 0x4000;
    }

    public boolean isLink() {
      return (type & FORMAT) == 0xa000;
    }
  }

  /**
   * Identifies an entry and its mount, on this machine until the next reboot.
   *
   * @param mount number of the mount; 0 if the kernel does not report it
   */
  public record Place(int major, int minor, long mount, long inode) {}

  /**
   * A filesystem, in bytes.
   *
   * @param total all there is
   * @param available free to a process without privilege
   */
  public record Volume(long total, long available) {}

  /** Room for {@link #statx}, to be read by {@link #read}. */
  public static MemorySegment buffer(CallFrame frame) {
    return frame.allocate(STATX_BYTES);
  }

  /** statx(2) of what {@code descriptor} itself holds. */
  public static int statx(CallFrame frame, int descriptor, MemorySegment into) {
    return statx(
        frame, descriptor, frame.cString(""), Flags.AT_EMPTY_PATH, BASIC_STATS | MADE, into);
  }

  /** statx(2) of a name in a directory, a link not being followed. */
  public static int statx(CallFrame frame, int directory, String name, MemorySegment into) {
    return statx(frame, directory, frame.cString(name), into);
  }

  /** The same of a name that is native already. */
  static int statx(CallFrame frame, int directory, MemorySegment name, MemorySegment into) {
    return statx(frame, directory, name, Flags.AT_SYMLINK_NOFOLLOW, into);
  }

  private static int statx(
      CallFrame frame, int directory, MemorySegment text, int flags, MemorySegment into) {
    return statx(frame, directory, text, flags, BASIC_STATS | MADE, into);
  }

  private static int statx(
      CallFrame frame, int directory, MemorySegment text, int flags, int mask, MemorySegment into) {
    try {
      return frame.outcome(
          (int) STATX.invokeExact(frame.capture(), directory, text, flags, mask, into));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** statx(2) of what {@code descriptor} itself holds, to be read by {@link #place}. */
  public static int statPlace(CallFrame frame, int descriptor, MemorySegment into) {
    return statx(
        frame, descriptor, frame.cString(""), Flags.AT_EMPTY_PATH, BASIC_STATS | MOUNT_ID, into);
  }

  /** Reads what {@link #statPlace} wrote. */
  public static Place place(MemorySegment statx) {
    return new Place(
        statx.get(INT, DEVICE_MAJOR),
        statx.get(INT, DEVICE_MINOR),
        statx.get(LONG, MOUNT),
        statx.get(LONG, INODE));
  }

  /**
   * When the entry was made that {@code descriptor} holds; empty where the filesystem does not
   * tell.
   */
  public static Optional<Instant> made(CallFrame frame, int descriptor) {
    MemorySegment buffer = buffer(frame);
    int outcome = statx(frame, descriptor, frame.cString(""), Flags.AT_EMPTY_PATH, MADE, buffer);
    return outcome < 0 || (buffer.get(INT, MASK) & MADE) == 0
        ? Optional.empty()
        : Optional.of(time(buffer, MADE_AT));
  }

  /** Reads what {@link #statx} wrote. */
  public static Stat read(MemorySegment statx) {
    return new Stat(
        Short.toUnsignedInt(statx.get(ValueLayout.JAVA_SHORT, MODE)),
        (long) statx.get(INT, DEVICE_MAJOR) << Integer.SIZE
            | Integer.toUnsignedLong(statx.get(INT, DEVICE_MINOR)),
        statx.get(INT, LINKS),
        statx.get(INT, UID),
        statx.get(INT, GID),
        statx.get(LONG, INODE),
        statx.get(LONG, SIZE),
        statx.get(LONG, ALLOCATED) * BLOCK_BYTES,
        time(statx, MODIFIED),
        time(statx, CHANGED),
        (statx.get(INT, MASK) & MADE) == 0 ? Optional.empty() : Optional.of(time(statx, MADE_AT)));
  }

  private static Instant time(MemorySegment statx, long offset) {
    return Instant.ofEpochSecond(statx.get(LONG, offset), statx.get(INT, offset + NANOS));
  }

  /** Room for {@link #fstatvfs}. */
  public static MemorySegment volumeBuffer(CallFrame frame) {
    return frame.allocate(STATVFS_BYTES);
  }

  public static int fstatvfs(CallFrame frame, int descriptor, MemorySegment into) {
    try {
      return frame.outcome((int) FSTATVFS.invokeExact(frame.capture(), descriptor, into));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** Reads what {@link #fstatvfs} wrote. */
  public static Volume readVolume(MemorySegment statvfs) {
    long fragment = statvfs.get(LONG, FRAGMENT_BYTES);
    return new Volume(
        statvfs.get(LONG, BLOCKS) * fragment, statvfs.get(LONG, AVAILABLE) * fragment);
  }
}
