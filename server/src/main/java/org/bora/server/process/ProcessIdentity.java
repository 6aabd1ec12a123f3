package org.bora.server.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Identifies a process. A pid is reused, after a reboot even soon; the combination of pid, start
 * time and boot is not.
 *
 * @param pid as in {@code /proc}
 * @param startTicks clock ticks between the boot and the start of the process, field 22 of {@code
 *     /proc/PID/stat} (proc(5))
 * @param boot {@code /proc/sys/kernel/random/boot_id}
 */
public record ProcessIdentity(long pid, long startTicks, String boot) {

  public ProcessIdentity {
    Objects.requireNonNull(boot, "boot");
    if (pid < 1) {
      throw new IllegalArgumentException("pid " + pid + " is not positive");
    }
  }

  /** The process that has this pid now; empty when none has. */
  public static Optional<ProcessIdentity> of(long pid) {
    try {
      String stat =
          Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
      // the command name stands in parentheses and may hold anything, parentheses too
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      if (fields[0].equals("Z") || fields[0].equals("X")) {
        return Optional.empty(); // dead, only not yet waited for
      }
      return Optional.of(new ProcessIdentity(pid, Long.parseLong(fields[19]), bootId()));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /** This very process. */
  public static ProcessIdentity ofSelf() {
    return of(ProcessHandle.current().pid()).orElseThrow();
  }

  /** Whether the process of this identity still runs. */
  public boolean isAlive() {
    return of(pid).filter(this::equals).isPresent();
  }

  /** A handle on the process; empty when it is gone. */
  public Optional<ProcessHandle> handle() {
    return isAlive() ? ProcessHandle.of(pid) : Optional.empty();
  }

  private static String bootId() throws IOException {
    return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
  }
}
