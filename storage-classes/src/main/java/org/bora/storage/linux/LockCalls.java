package org.bora.storage.linux;

import static org.bora.storage.linux.CLibrary.INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;

/**
 * Advisory locks on open files. They belong to the open file, not to the process as those of
 * fcntl(2) do, which any other user of the same file in the process would end by closing it.
 */
public final class LockCalls {
  private static final MethodHandle FLOCK =
      CLibrary.withErrno("flock", FunctionDescriptor.of(INT, INT, INT));

  private static final int LOCK_EX = 2;
  private static final int LOCK_NB = 4;

  private LockCalls() {}

  /**
   * flock(2) for this open file alone, without waiting. Closing the descriptor gives it back.
   *
   * @return 0, or -EAGAIN while another open file has it
   */
  public static int tryExclusive(CallFrame frame, int descriptor) {
    try {
      return frame.outcome((int) FLOCK.invokeExact(frame.capture(), descriptor, LOCK_EX | LOCK_NB));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }
}
