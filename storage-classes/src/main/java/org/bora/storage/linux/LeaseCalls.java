package org.bora.storage.linux;

import static org.bora.storage.linux.CLibrary.INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;

/**
 * Leases on open files (fcntl(2), "Leases"): the one way to learn from the kernel that no other
 * process has a file open. A lease ends with its descriptor.
 */
public final class LeaseCalls {
  private static final MethodHandle FCNTL =
      CLibrary.variadic("fcntl", 2, FunctionDescriptor.of(INT, INT, INT, INT));

  private static final int F_SETSIG = 10;
  private static final int F_SETLEASE = 1024;
  private static final int F_WRLCK = 1;

  /** Who opens a leased file makes the kernel signal the holder; this one is ignored by default. */
  private static final int SIGURG = 23;

  private LeaseCalls() {}

  /**
   * Takes a write lease. EAGAIN where the file is open elsewhere on this machine, EACCES where it
   * belongs to another account and the process lacks CAP_LEASE, EINVAL where the filesystem has no
   * leases. A process that opens the file now waits until the descriptor is closed.
   */
  public static int takeWriteLease(CallFrame frame, int descriptor) {
    // first of all: SIGIO, which it would be otherwise, ends the process
    int signal = fcntl(frame, descriptor, F_SETSIG, SIGURG);
    return signal < 0 ? signal : fcntl(frame, descriptor, F_SETLEASE, F_WRLCK);
  }

  private static int fcntl(CallFrame frame, int descriptor, int command, int argument) {
    try {
      return frame.outcome((int) FCNTL.invokeExact(frame.capture(), descriptor, command, argument));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }
}
