package org.bora.storage.posix;

import java.util.Optional;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.NameCalls;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.StorageException;

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

  static void setMode(CallFrame frame, Handle entry, Stat stat, int mode) throws StorageException {
    Optional<StubMark> mark = mark(frame, entry, stat);
    if (mark.isPresent()) {
      remark(frame, entry, mark.get().withMode(mode));
      return;
    }
    entry.check(NameCalls.chmodHeld(frame, entry.descriptor(), mode), "chmod");
  }

  /** Takes effect in two steps; whoever is named new can do nothing in between. */
  static void setAcl(CallFrame frame, Handle entry, Stat stat, Acl acl) throws StorageException {
    Optional<StubMark> mark = mark(frame, entry, stat);
    if (mark.isPresent()) {
      Acls.setAccess(frame, entry, StubMark.closed(acl));
      remark(frame, entry, mark.get().withAcl(acl));
      return;
    }
    Acls.setAccess(frame, entry, acl);
  }

  private static Optional<StubMark> mark(CallFrame frame, Handle entry, Stat stat)
      throws StorageException {
    return stat.isFile() ? Attributes.mark(frame, entry) : Optional.empty();
  }

  private static void remark(CallFrame frame, Handle entry, StubMark mark) throws StorageException {
    Unlocked.with(
        frame,
        entry,
        file -> {
          Attributes.mark(frame, file, mark);
          return null;
        });
  }
}
