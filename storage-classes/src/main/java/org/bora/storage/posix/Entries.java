package org.bora.storage.posix;

import java.time.Instant;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.posix.BoraAttributes.Carried;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.EntryFacts.Kind;
import org.bora.storage.spi.Residency;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Vouched;

/** Reads the facts of an open entry. */
final class Entries {
  private Entries() {}

  static EntryFacts facts(CallFrame frame, Handle entry, Root root) throws StorageException {
    Stat stat = entry.stat(frame);
    return facts(frame, entry, root, stat, read(frame, entry, root, stat));
  }

  /** The same; the attributes of a file that has not changed since need not be read. */
  static EntryFacts facts(CallFrame frame, Handle entry, Root root, RecentAttributes recent)
      throws StorageException {
    Stat stat = entry.stat(frame);
    KnownFile known = recent.find(stat).filter(kept -> kept.holdsFor(root)).orElse(null);
    if (known == null) {
      known = read(frame, entry, root, stat);
      recent.keep(stat, known);
    }
    return facts(frame, entry, root, stat, known);
  }

  private static KnownFile read(CallFrame frame, Handle entry, Root root, Stat stat)
      throws StorageException {
    return KnownFile.of(root, stat, FileAttributes.read(frame, entry, stat));
  }

  private static EntryFacts facts(
      CallFrame frame, Handle entry, Root root, Stat stat, KnownFile known)
      throws StorageException {
    Carried carried = known.carried();
    if (carried.equals(Carried.NOTHING) && root.storm().count(stat)) {
      carried = StormMarks.carried(frame, entry);
      Residency residency = StormMarks.residency(frame, entry, stat);
      return facts(
          stat, permissions(stat, carried, known.attributes()), carried, residency, Vouched.ALL);
    }
    return facts(
        stat,
        permissions(stat, carried, known.attributes()),
        carried,
        residency(frame, entry, carried, root.abilities()),
        known.vouched());
  }

  /**
   * The attributes of an entry that the filesystem's own tape system does not store, for display:
   * the seal was not checked.
   */
  static EntryFacts facts(Stat stat, int permissions, Carried carried) {
    return facts(stat, permissions, carried, carried.residency(), Vouched.NOTHING);
  }

  private static EntryFacts facts(
      Stat stat, int permissions, Carried carried, Residency residency, Vouched vouched) {
    return new EntryFacts(
        kind(stat),
        stat.size(),
        stat.modified(),
        made(stat, residency),
        permissions,
        stat.uid(),
        stat.gid(),
        carried.adler32(),
        carried.id(),
        carried.label(),
        residency,
        vouched);
  }

  private static Residency residency(
      CallFrame frame, Handle entry, Carried carried, Abilities abilities) throws StorageException {
    boolean offline =
        !carried.isStub()
            && carried.tape().isPresent()
            && abilities.isOffline(frame, entry.descriptor());
    return offline
        ? new Residency(false, carried.tape(), BoraAttributes.trouble(frame, entry))
        : carried.residency();
  }

  private static int permissions(Stat stat, Carried carried, FileAttributes attributes) {
    return carried.isStub()
        ? carried.mark().get().permissions(Acls.access(stat, attributes.access()))
        : Acls.permissions(stat, attributes.access());
  }

  /**
   * A file that was on tape has another inode since it came back, but its time of modification is
   * that of its upload.
   */
  private static Instant made(Stat stat, Residency residency) {
    Instant made = stat.made().orElse(stat.changed());
    boolean later = residency.onTape() && stat.modified().isBefore(made);
    return later ? stat.modified() : made;
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
