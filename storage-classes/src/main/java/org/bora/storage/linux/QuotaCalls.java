package org.bora.storage.linux;

import static org.bora.storage.linux.CLibrary.INT;
import static org.bora.storage.linux.CLibrary.LONG;
import static org.bora.storage.linux.CLibrary.POINTER;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import org.bora.storage.spi.SpaceFacts;

/**
 * Reads the project of a directory, and the use of a project's quota (quotactl(2),
 * ioctl_xfs_fsgetxattr(2)). Descriptors are real ones, not O_PATH.
 */
public final class QuotaCalls {
  private static final MethodHandle IOCTL =
      CLibrary.variadic("ioctl", 2, FunctionDescriptor.of(INT, INT, LONG, POINTER));
  private static final MethodHandle FSTATFS =
      CLibrary.withErrno("fstatfs", FunctionDescriptor.of(INT, INT, POINTER));
  private static final MethodHandle QUOTACTL_FD = CLibrary.systemCall(INT, INT, INT, POINTER);

  /** Since Linux 5.14, the same number on every processor. */
  private static final long QUOTACTL_FD_NUMBER = 443;

  /** FS_IOC_FSGETXATTR: _IOR('X', 31, struct fsxattr), 28 bytes; the project is its fourth word. */
  private static final long GET_ATTRIBUTES = 0x801c581fL;

  private static final long ATTRIBUTES_BYTES = 28;
  private static final long PROJECT = 12;

  /** QCMD(Q_GETQUOTA, PRJQUOTA). */
  private static final int GET_PROJECT_QUOTA = (0x800007 << 8) | 2;

  /** struct if_dqblk: hard and soft limit in KiB, bytes used, and more. */
  private static final long QUOTA_BYTES = 72;

  private static final long SOFT = 8;
  private static final long USED = 16;
  private static final long LIMIT_UNIT = 1024;

  /** struct statfs: longer than it is on any processor; the type is its first word. */
  private static final long STATFS_BYTES = 256;

  private QuotaCalls() {}

  /**
   * A quota, in bytes.
   *
   * @param hard limit that no write passes; 0 for none
   * @param soft limit that holds after a time of grace; 0 for none
   */
  public record Quota(long hard, long soft, long used) {

    /** The space of an area that has this quota; empty where it limits nothing. */
    public Optional<SpaceFacts> space(String name) {
      return limit().map(limit -> new SpaceFacts(limit, Math.max(0, limit - used), name));
    }

    /** The owner's intended limit: the soft limit if there is one. */
    public Optional<Long> limit() {
      long limit = soft > 0 ? soft : hard;
      return limit > 0 ? Optional.of(limit) : Optional.empty();
    }
  }

  /** The magic number of the filesystem, as statfs(2) lists them. */
  public static long filesystem(CallFrame frame, int descriptor) {
    MemorySegment buffer = frame.allocate(STATFS_BYTES);
    try {
      int asked = frame.outcome((int) FSTATFS.invokeExact(frame.capture(), descriptor, buffer));
      return asked < 0 ? asked : buffer.get(LONG, 0);
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** The project of a directory, 0 for none; ENOTTY where the filesystem has no projects. */
  public static long project(CallFrame frame, int descriptor) {
    MemorySegment buffer = frame.allocate(ATTRIBUTES_BYTES);
    int asked = ioctl(frame, descriptor, GET_ATTRIBUTES, buffer);
    return asked < 0 ? asked : Integer.toUnsignedLong(buffer.get(INT, PROJECT));
  }

  /** Room for {@link #projectQuota}. */
  public static MemorySegment quotaBuffer(CallFrame frame) {
    return frame.allocate(QUOTA_BYTES);
  }

  /**
   * Asks for the quota of a project on the filesystem that {@code descriptor} lies on. EPERM
   * without CAP_SYS_ADMIN, ESRCH where quotas of projects are off, ENOENT where this one has none,
   * ENOSYS before Linux 5.14.
   */
  public static long projectQuota(
      CallFrame frame, int descriptor, long project, MemorySegment into) {
    try {
      return frame.outcome(
          (long)
              QUOTACTL_FD.invokeExact(
                  frame.capture(),
                  QUOTACTL_FD_NUMBER,
                  descriptor,
                  GET_PROJECT_QUOTA,
                  (int) project,
                  into));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** Reads what {@link #projectQuota} wrote. */
  public static Quota readQuota(MemorySegment buffer) {
    return new Quota(
        buffer.get(LONG, 0) * LIMIT_UNIT,
        buffer.get(LONG, SOFT) * LIMIT_UNIT,
        buffer.get(LONG, USED));
  }

  static int ioctl(CallFrame frame, int descriptor, long request, MemorySegment argument) {
    try {
      return frame.outcome((int) IOCTL.invokeExact(frame.capture(), descriptor, request, argument));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }
}
