package org.bora.storage.linux;

import static org.bora.storage.linux.CLibrary.INT;
import static org.bora.storage.linux.CLibrary.LONG;
import static org.bora.storage.linux.CLibrary.POINTER;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.bora.storage.linux.QuotaCalls.Quota;
import org.bora.storage.spi.StorageException;

/**
 * liblustreapi, as lustreapi.h and lustre_user.h of Lustre 2.12 to 2.16 declare it. Its functions
 * answer negated error numbers, those of layouts -1 and errno; here all answer the former.
 */
public final class LustreLibrary {
  /** Where the client's packages put it. */
  public static final List<String> NAMES = List.of("liblustreapi.so.1", "liblustreapi.so");

  private static final String ADVICE =
      "install the Lustre client (lustre-client of whamcloud.com), or use driver: posix";

  /** struct if_quotactl: command, kind, id; limits in KiB and bytes used further on. */
  private static final long QUOTA_BYTES = 512;

  private static final int GET_QUOTA = 0x800007;
  private static final int OF_PROJECT = 2;
  private static final long KIND = 4;
  private static final long ID = 8;
  private static final long HARD = 48;
  private static final long SOFT = 56;
  private static final long USED = 64;
  private static final long UNIT = 1024;

  /** struct hsm_user_state: states, archive, and the action in progress. */
  private static final long STATE_BYTES = 256;

  /** struct hsm_user_request of one file: action, archive, flags, count, then FID and extent. */
  private static final long REQUEST_BYTES = 56;

  private static final long COUNT = 16;
  private static final long FID = 24;
  private static final long EXTENT_LENGTH = 48;
  private static final long TO_THE_END = -1;

  private final MethodHandle quotactl;
  private final MethodHandle hsmState;
  private final MethodHandle hsmRequest;
  private final MethodHandle fileId;
  private final LayoutCalls layouts;

  private LustreLibrary(SharedLibrary library) throws StorageException {
    quotactl = library.plain("llapi_quotactl", FunctionDescriptor.of(INT, POINTER, POINTER));
    hsmState = library.plain("llapi_hsm_state_get_fd", FunctionDescriptor.of(INT, INT, POINTER));
    hsmRequest = library.plain("llapi_hsm_request", FunctionDescriptor.of(INT, POINTER, POINTER));
    fileId = library.plain("llapi_fd2fid", FunctionDescriptor.of(INT, INT, POINTER));
    layouts = new LayoutCalls(library);
  }

  /**
   * Binds the functions that are used.
   *
   * @throws StorageException UNSUPPORTED, with what to install
   */
  public static LustreLibrary open(List<String> names) throws StorageException {
    return new LustreLibrary(SharedLibrary.open(names, ADVICE));
  }

  /** Requests to the HSM of Lustre (enum hsm_user_action). */
  public enum HsmAction {
    ARCHIVE(10),
    RESTORE(11),
    RELEASE(12);

    private final int number;

    HsmAction(int number) {
      this.number = number;
    }
  }

  /**
   * States of a file (enum hsm_states).
   *
   * @param archived a copy exists in the archive
   * @param dirty it was changed since
   * @param released its bytes are only in the archive
   * @param lost the archive has lost the copy
   */
  public record HsmState(boolean archived, boolean dirty, boolean released, boolean lost) {

    static HsmState of(int states) {
      return new HsmState(
          (states & 0x08) != 0, (states & 0x02) != 0, (states & 0x04) != 0, (states & 0x40) != 0);
    }
  }

  /** How new files are laid out. */
  public LayoutCalls layouts() {
    return layouts;
  }

  /** Room for {@link #hsmState}. */
  public static MemorySegment stateBuffer(CallFrame frame) {
    return frame.allocate(STATE_BYTES);
  }

  /** Asks for the states of a file that is really open. */
  public int hsmState(int descriptor, MemorySegment into) {
    try {
      return (int) hsmState.invokeExact(descriptor, into);
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** Reads what {@link #hsmState} wrote. */
  public static HsmState readState(MemorySegment buffer) {
    return HsmState.of(buffer.get(INT, 0));
  }

  /** The identifier of a file in Lustre (struct lu_fid), as two words. */
  public record FileId(long sequence, long object) {}

  /** Room for {@link #fileId}. */
  public static MemorySegment fileIdBuffer(CallFrame frame) {
    return frame.allocate(2 * LONG.byteSize());
  }

  /** Asks for the identifier of a file that is really open. */
  public int fileId(int descriptor, MemorySegment into) {
    try {
      return (int) fileId.invokeExact(descriptor, into);
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** Reads what {@link #fileId} wrote. */
  public static FileId readFileId(MemorySegment buffer) {
    return new FileId(buffer.get(LONG, 0), buffer.get(LONG, LONG.byteSize()));
  }

  /**
   * Asks for something to be done with a file; archiving and restoring are done later.
   *
   * @param anywhere an absolute path on the filesystem
   */
  public int request(CallFrame frame, String anywhere, FileId file, HsmAction action) {
    MemorySegment request = frame.allocate(REQUEST_BYTES);
    MemorySegment path = frame.cString(anywhere);
    request.set(INT, 0, action.number);
    request.set(INT, COUNT, 1);
    request.set(LONG, FID, file.sequence());
    request.set(LONG, FID + LONG.byteSize(), file.object());
    request.set(LONG, EXTENT_LENGTH, TO_THE_END);
    try {
      return (int) hsmRequest.invokeExact(path, request);
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** Room for {@link #projectQuota}. */
  public static MemorySegment quotaBuffer(CallFrame frame) {
    return frame.allocate(QUOTA_BYTES);
  }

  /**
   * Asks for the quota of a project.
   *
   * @param directory an absolute path on the filesystem
   */
  public int projectQuota(CallFrame frame, String directory, long project, MemorySegment into) {
    MemorySegment path = frame.cString(directory);
    into.fill((byte) 0);
    into.set(INT, 0, GET_QUOTA);
    into.set(INT, KIND, OF_PROJECT);
    into.set(INT, ID, (int) project);
    try {
      return (int) quotactl.invokeExact(path, into);
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** Reads what {@link #projectQuota} wrote. */
  public static Quota readQuota(MemorySegment buffer) {
    return new Quota(
        buffer.get(LONG, HARD) * UNIT, buffer.get(LONG, SOFT) * UNIT, buffer.get(LONG, USED));
  }
}
