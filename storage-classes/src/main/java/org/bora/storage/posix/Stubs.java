package org.bora.storage.posix;

import java.util.Map;
import java.util.Optional;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.NameCalls;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Vouched.Claim;

/**
 * Rights of entries that may be stubs: there the mark has the digits, and the list the named
 * entries. Every descriptor will do.
 */
final class Stubs {
  private Stubs() {}

  static Acl acl(CallFrame frame, Handle entry, Stat stat) throws StorageException {
    Acl list = Acls.access(frame, entry, stat);
    return mark(frame, entry, stat).map(mark -> mark.opened(list)).orElse(list);
  }

  static void setMode(CallFrame frame, Root root, Handle entry, Stat stat, int mode)
      throws StorageException {
    Optional<StubMark> mark = mark(frame, entry, stat);
    if (mark.isPresent()) {
      reopened(frame, root, entry, mark.get().withMode(mode));
      return;
    }
    entry.check(NameCalls.chmodHeld(frame, entry.descriptor(), mode), "chmod");
  }

  /** Takes effect in two steps; an account that is named new can do nothing in between. */
  static void setAcl(CallFrame frame, Root root, Handle entry, Stat stat, Acl acl)
      throws StorageException {
    Optional<StubMark> mark = mark(frame, entry, stat);
    if (mark.isPresent()) {
      Acls.setAccess(frame, entry, StubMark.closed(acl));
      reopened(frame, root, entry, mark.get().withAcl(acl));
      return;
    }
    Acls.setAccess(frame, entry, acl);
  }

  private static Optional<StubMark> mark(CallFrame frame, Handle entry, Stat stat)
      throws StorageException {
    return stat.isFile() ? BoraAttributes.mark(frame, entry) : Optional.empty();
  }

  private static void reopened(CallFrame frame, Root root, Handle entry, StubMark mark)
      throws StorageException {
    Unlocked.with(
        frame,
        entry,
        file -> {
          remark(frame, root, file, mark);
          return null;
        });
  }

  /** Changes a mark. One that was not sealed is not sealed by that. */
  static void remark(CallFrame frame, Root root, Handle file, StubMark mark)
      throws StorageException {
    Stat stat = file.stat(frame);
    boolean sealed = FileSeal.toCarry(frame, root, file, stat).contains(Claim.STUB);
    BoraAttributes.mark(frame, file, mark);
    if (sealed) {
      FileSeal.add(frame, root, file, stat, Map.of(Claim.STUB, mark.text()));
    }
  }
}
