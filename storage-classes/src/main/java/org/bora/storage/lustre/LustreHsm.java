package org.bora.storage.lustre;

import java.lang.foreign.MemorySegment;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.LustreLibrary;
import org.bora.storage.linux.LustreLibrary.FileId;
import org.bora.storage.linux.LustreLibrary.HsmAction;
import org.bora.storage.linux.LustreLibrary.HsmState;
import org.bora.storage.posix.Hsm;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * The HSM of Lustre: a coordinator on its servers, and the site's copytool that moves the bytes.
 *
 * @param library that is asked
 * @param root of the area, to name the filesystem by
 */
record LustreHsm(LustreLibrary library, String root) implements Hsm {

  private record File(FileId id) implements Target {}

  @Override
  public State state(CallFrame frame, int file) throws StorageException {
    MemorySegment buffer = LustreLibrary.stateBuffer(frame);
    check(library.hsmState(file, buffer), "llapi_hsm_state_get_fd");
    HsmState found = LustreLibrary.readState(buffer);
    return new State(found.archived() && !found.dirty(), found.released(), found.lost());
  }

  @Override
  public Target target(CallFrame frame, int file) throws StorageException {
    MemorySegment buffer = LustreLibrary.fileIdBuffer(frame);
    check(library.fileId(file, buffer), "llapi_fd2fid");
    return new File(LustreLibrary.readFileId(buffer));
  }

  private static void check(int outcome, String call) throws StorageException {
    if (outcome < 0) {
      throw new StorageException(Reason.IO, call + ": " + Errno.name(-outcome));
    }
  }

  @Override
  public int archive(CallFrame frame, Target target) {
    return library.request(frame, root, ((File) target).id(), HsmAction.ARCHIVE);
  }

  @Override
  public int release(CallFrame frame, Target target) {
    return library.request(frame, root, ((File) target).id(), HsmAction.RELEASE);
  }

  @Override
  public int restore(CallFrame frame, Target target) {
    return library.request(frame, root, ((File) target).id(), HsmAction.RESTORE);
  }
}
