package org.bora.storage.account;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bora.storage.linux.AccountCalls;

/**
 * The privileges of this process.
 *
 * @param uid effective user
 * @param gid effective group
 * @param mayGiveAway whether it may give files to other accounts (CAP_CHOWN): usual for root, and
 *     taken from root in some containers
 */
public record ProcessRights(int uid, int gid, boolean mayGiveAway) {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String EFFECTIVE = "CapEff:";

  /** CAP_CHOWN is number 0, capabilities(7). */
  private static final long CAP_CHOWN = 1;

  /** Asked of the kernel now. */
  public static ProcessRights ofThisProcess() {
    int uid = AccountCalls.effectiveUid();
    boolean mayGiveAway;
    try {
      mayGiveAway = hasChown(Files.readAllLines(STATUS), uid);
    } catch (IOException noProc) {
      mayGiveAway = uid == 0;
    }
    return new ProcessRights(uid, AccountCalls.effectiveGid(), mayGiveAway);
  }

  /** Reads the lines of proc_pid_status(5); without capabilities in them, root may. */
  static boolean hasChown(List<String> status, int uid) {
    return status.stream()
        .filter(line -> line.startsWith(EFFECTIVE))
        .findFirst()
        .map(line -> Long.parseUnsignedLong(line.substring(EFFECTIVE.length()).strip(), 16))
        .map(capabilities -> (capabilities & CAP_CHOWN) != 0)
        .orElse(uid == 0);
  }
}
