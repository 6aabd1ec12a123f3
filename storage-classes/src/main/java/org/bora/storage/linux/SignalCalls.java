package org.bora.storage.linux;

import static org.bora.storage.linux.CLibrary.INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;

/** Signals to process groups, which the JDK does not know. */
public final class SignalCalls {
  public static final int SIGTERM = 15;
  public static final int SIGKILL = 9;

  private static final MethodHandle KILL =
      CLibrary.withErrno("kill", FunctionDescriptor.of(INT, INT, INT));

  private SignalCalls() {}

  /**
   * kill(2) with a negated number: the signal goes to every process of the group.
   *
   * @param group number of the process that leads it, greater than 1
   * @return 0, or -ESRCH where the group has no process any more
   */
  public static int toGroup(CallFrame frame, int group, int signal) {
    if (group <= 1) {
      throw new IllegalArgumentException("group is " + group + ": that would be everybody");
    }
    try {
      return frame.outcome((int) KILL.invokeExact(frame.capture(), -group, signal));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }
}
