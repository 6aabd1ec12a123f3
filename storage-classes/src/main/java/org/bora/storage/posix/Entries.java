package org.bora.storage.posix;

import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.posix.Attributes.Carried;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.EntryFacts.Kind;
import org.bora.storage.spi.Residency;
import org.bora.storage.spi.StorageException;

/** Reads what an open entry is. */
final class Entries {
  private Entries() {}

  static EntryFacts facts(CallFrame frame, Handle entry) throws StorageException {
    Stat stat = entry.stat(frame);
    Carried carried = stat.isFile() ? Attributes.carried(frame, entry, stat) : Carried.NOTHING;
    return new EntryFacts(
        kind(stat),
        stat.size(),
        stat.modified(),
        stat.changed(),
        Acls.permissions(frame, entry, stat),
        stat.uid(),
        stat.gid(),
        carried.adler32(),
        carried.id(),
        carried.label(),
        Residency.DISK);
  }

  private static Kind kind(Stat stat) {
    if (stat.isFile()) {
      return Kind.FILE;
    }
    if (stat.isDirectory()) {
      return Kind.DIRECTORY;
    }
    return stat.isLink() ? Kind.LINK : Kind.OTHER;
  }
}
