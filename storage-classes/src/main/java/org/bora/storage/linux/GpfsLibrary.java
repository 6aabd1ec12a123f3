package org.bora.storage.linux;

import static org.bora.storage.linux.CLibrary.INT;
import static org.bora.storage.linux.CLibrary.LONG;
import static org.bora.storage.linux.CLibrary.POINTER;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bora.storage.linux.QuotaCalls.Quota;
import org.bora.storage.spi.StorageException;

/**
 * libgpfs, as gpfs.h and gpfs_fcntl.h of IBM Storage Scale 5 declare it. All functions answer -1
 * and leave errno; here they answer negated error numbers.
 */
public final class GpfsLibrary {
  /** Where the vendor's packages put it. */
  public static final List<String> NAMES = List.of("libgpfs.so", "/usr/lpp/mmfs/lib/libgpfs.so");

  /** GPFS_E_NO_QUOTA_INST: quotas are off. */
  public static final int NO_QUOTAS = 237;

  private static final String ADVICE =
      "install the package gpfs.base (IBM Storage Scale), or use driver: posix";

  /** gpfsFcntlHeader_t: length of all, version, offset of what failed, reserved. */
  private static final long HEADER_BYTES = 16;

  private static final int VERSION = 1;

  /** gpfsGetFilesetName_t: length, type, name. */
  private static final int NAME_BYTES = 1024;

  private static final int GET_FILESET_NAME = 3003;
  private static final int INQUIRY_BYTES = 8 + NAME_BYTES;

  /** gpfsSetStoragePool_t: length, type, reason, two values, reserved, name. */
  private static final int SET_STORAGE_POOL = 2006;

  private static final int DIRECTIVE_BYTES = 24 + NAME_BYTES;

  /** GPFS_QCMD(Q_GETQUOTA, GPFS_FILESETQUOTA). */
  private static final int GET_FILESET_QUOTA = (0x0300 << 8) | 2;

  /** gpfs_quotaInfo_t: usage, hard limit, soft limit, in doubt, in KiB; then more. */
  private static final long QUOTA_BYTES = 256;

  private static final long HARD = 8;
  private static final long SOFT = 16;
  private static final long IN_DOUBT = 24;
  private static final long UNIT = 1024;

  /** gpfs_winattr_t: time of creation (8 bytes), attributes. */
  private static final long WINATTR_BYTES = 64;

  private static final long WINATTRS = 8;
  private static final int OFFLINE = 0x0100;

  private final MethodHandle fcntl;
  private final MethodHandle filesetId;
  private final MethodHandle quotactl;
  private final MethodHandle prealloc;
  private final MethodHandle winattrs;

  private GpfsLibrary(SharedLibrary library) throws StorageException {
    fcntl = library.withErrno("gpfs_fcntl", FunctionDescriptor.of(INT, INT, POINTER));
    filesetId =
        library.withErrno(
            "gpfs_getfilesetid", FunctionDescriptor.of(INT, POINTER, POINTER, POINTER));
    quotactl =
        library.withErrno("gpfs_quotactl", FunctionDescriptor.of(INT, POINTER, INT, INT, POINTER));
    prealloc = library.withErrno("gpfs_prealloc", FunctionDescriptor.of(INT, INT, LONG, LONG));
    winattrs =
        library.withErrno("gpfs_get_winattrs_path", FunctionDescriptor.of(INT, POINTER, POINTER));
  }

  /**
   * Binds the functions that are used.
   *
   * @throws StorageException UNSUPPORTED, with what to install
   */
  public static GpfsLibrary open(List<String> names) throws StorageException {
    return new GpfsLibrary(SharedLibrary.open(names, ADVICE));
  }

  /**
   * Asks for the name of the fileset that something open lies in.
   *
   * @param into as {@link #nameBuffer} made it
   */
  public int filesetName(CallFrame frame, int descriptor, MemorySegment into) {
    header(into, HEADER_BYTES + INQUIRY_BYTES);
    into.set(INT, HEADER_BYTES, INQUIRY_BYTES);
    into.set(INT, HEADER_BYTES + 4, GET_FILESET_NAME);
    return fcntl(frame, descriptor, into);
  }

  public static MemorySegment nameBuffer(CallFrame frame) {
    return frame.allocate(HEADER_BYTES + INQUIRY_BYTES);
  }

  /** The name that {@link #filesetName} wrote. */
  public static String readName(MemorySegment buffer) {
    return buffer.getString(HEADER_BYTES + 8, StandardCharsets.UTF_8);
  }

  /** Has the blocks of an empty file put into a storage pool; needs the power of root. */
  public int setStoragePool(CallFrame frame, int descriptor, String pool) {
    MemorySegment argument = frame.allocate(HEADER_BYTES + DIRECTIVE_BYTES);
    header(argument, HEADER_BYTES + DIRECTIVE_BYTES);
    argument.set(INT, HEADER_BYTES, DIRECTIVE_BYTES);
    argument.set(INT, HEADER_BYTES + 4, SET_STORAGE_POOL);
    byte[] name = pool.getBytes(StandardCharsets.UTF_8);
    MemorySegment.copy(name, 0, argument, ValueLayout.JAVA_BYTE, HEADER_BYTES + 24, name.length);
    return fcntl(frame, descriptor, argument);
  }

  private static void header(MemorySegment argument, long bytes) {
    argument.set(INT, 0, (int) bytes);
    argument.set(INT, 4, VERSION);
  }

  private int fcntl(CallFrame frame, int descriptor, MemorySegment argument) {
    try {
      return frame.outcome((int) fcntl.invokeExact(frame.capture(), descriptor, argument));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** The number of a fileset, by its name and whatever lies on the same filesystem. */
  public int filesetId(CallFrame frame, int descriptor, String name) {
    MemorySegment path = frame.cString(HeldPath.of(descriptor));
    MemorySegment text = frame.cString(name);
    MemorySegment id = frame.allocate(INT.byteSize());
    try {
      int asked = frame.outcome((int) filesetId.invokeExact(frame.capture(), path, text, id));
      return asked < 0 ? asked : id.get(INT, 0);
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** Room for {@link #filesetQuota}. */
  public static MemorySegment quotaBuffer(CallFrame frame) {
    return frame.allocate(QUOTA_BYTES);
  }

  public int filesetQuota(CallFrame frame, int descriptor, int fileset, MemorySegment into) {
    MemorySegment path = frame.cString(HeldPath.of(descriptor));
    try {
      return frame.outcome(
          (int) quotactl.invokeExact(frame.capture(), path, GET_FILESET_QUOTA, fileset, into));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** What {@link #filesetQuota} wrote; what other nodes may be using counts as used. */
  public static Quota readQuota(MemorySegment buffer) {
    long used = buffer.get(LONG, 0) + buffer.get(LONG, IN_DOUBT);
    return new Quota(buffer.get(LONG, HARD) * UNIT, buffer.get(LONG, SOFT) * UNIT, used * UNIT);
  }

  /** Allocates the first bytes of a file that is open for writing; may make it longer. */
  public int preallocate(CallFrame frame, int descriptor, long bytes) {
    try {
      return frame.outcome((int) prealloc.invokeExact(frame.capture(), descriptor, 0L, bytes));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** 1 where the blocks of a file are with a tape system of the filesystem, 0 where not. */
  public int offline(CallFrame frame, int descriptor) {
    MemorySegment path = frame.cString(HeldPath.of(descriptor));
    MemorySegment attributes = frame.allocate(WINATTR_BYTES);
    try {
      int asked = frame.outcome((int) winattrs.invokeExact(frame.capture(), path, attributes));
      return asked < 0 ? asked : (attributes.get(INT, WINATTRS) & OFFLINE) == 0 ? 0 : 1;
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }
}
