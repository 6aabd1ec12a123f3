package org.bora.storage.posix;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.NamedEntry;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.posix.BoraAttributes.Carried;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;

/**
 * Reads the facts of ordinary entries for a listing, without opening them. One call gives the
 * status of an entry, and one the names of its attributes, so that only existing ones are read.
 * Stubs, locked files and other unusual entries are left to {@link Entries}.
 */
final class Glance {
  private final NamedEntry entry;
  private final Root root;
  private final MemorySegment adler32;
  private final MemorySegment label;
  private final MemorySegment tape;
  private final MemorySegment acl;
  private final MemorySegment storm;

  /**
   * @param frame outlives this, as the directory does
   */
  Glance(CallFrame frame, Handle directory, Root root) {
    this.entry = new NamedEntry(frame, directory.descriptor());
    this.root = root;
    this.adler32 = entry.attribute(BoraAttributes.ADLER32);
    this.label = entry.attribute(BoraAttributes.LABEL);
    this.tape = entry.attribute(BoraAttributes.TAPE);
    this.acl = entry.attribute(Acls.ACCESS);
    this.storm = entry.attribute(BoraAttributes.STORM_ADLER32);
  }

  /** Names of attributes, each between two NULs. */
  private record Names(String text) {
    static final Names NONE = new Names("");

    boolean has(String name) {
      return !text.isEmpty() && text.contains("\0" + name + "\0");
    }

    /** A file that no tape system keeps elsewhere. */
    boolean isUsual(Abilities abilities, boolean stormCounts) {
      return !has(BoraAttributes.STUB)
          && (abilities.equals(Abilities.NONE) || !has(BoraAttributes.TAPE))
          && !(stormCounts && has(BoraAttributes.STORM_MIGRATED));
    }
  }

  /** Empty for an entry that has to be opened. */
  Optional<EntryFacts> at(String name, boolean checksum) throws StorageException {
    entry.select(name);
    int looked = entry.look();
    if (looked < 0) {
      throw Failures.of(looked, "statx", name);
    }
    Stat stat = entry.stat();
    if (stat.isFile()) {
      return stat.permissions() == 0 ? Optional.empty() : file(stat, checksum);
    }
    if (!stat.isDirectory()) {
      return Optional.of(Entries.facts(stat, stat.permissions(), Carried.NOTHING));
    }
    return permissions(stat, true).map(mode -> Entries.facts(stat, mode, Carried.NOTHING));
  }

  private Optional<EntryFacts> file(Stat stat, boolean checksum) {
    boolean stormCounts = root.storm().count(stat);
    Optional<Names> names = names().filter(found -> found.isUsual(root.abilities(), stormCounts));
    if (names.isEmpty()) {
      return Optional.empty();
    }
    boolean mayHaveList = !root.listsAcls() || names.get().has(Acls.ACCESS);
    Carried carried = carried(stat, names.get(), checksum);
    return permissions(stat, mayHaveList).map(mode -> Entries.facts(stat, mode, carried));
  }

  /** Empty where they cannot be known: more than there is room for, or not for this process. */
  private Optional<Names> names() {
    long length = entry.list();
    if (length == 0 || length == -Errno.EOPNOTSUPP) {
      return Optional.of(Names.NONE);
    }
    return length < 0 ? Optional.empty() : Optional.of(new Names("\0" + text(length)));
  }

  private Carried carried(Stat stat, Names names, boolean checksum) {
    if (!names.has(BoraAttributes.ADLER32)) {
      return checksum && names.has(BoraAttributes.STORM_ADLER32) && root.storm().count(stat)
          ? StormMarks.carried(read(storm))
          : Carried.NOTHING;
    }
    return BoraAttributes.carried(
        stat,
        checksum ? read(adler32) : Optional.empty(),
        names.has(BoraAttributes.LABEL) ? read(label) : Optional.empty(),
        names.has(BoraAttributes.TAPE) ? read(tape) : Optional.empty());
  }

  private Optional<String> read(MemorySegment attribute) {
    long length = entry.get(attribute);
    return length < 0 ? Optional.empty() : Optional.of(text(length));
  }

  private String text(long length) {
    return new String(entry.content(length), StandardCharsets.US_ASCII);
  }

  private Optional<Integer> permissions(Stat stat, boolean mayHaveList) {
    if (!mayHaveList || Acls.hasNothingForGroups(stat)) {
      return Optional.of(stat.permissions());
    }
    long length = entry.get(acl);
    if (length == -Errno.ENODATA || length == -Errno.EOPNOTSUPP) {
      return Optional.of(stat.permissions());
    }
    return length < 0
        ? Optional.empty()
        : AclBytes.decode(entry.content(length)).map(list -> Acls.permissions(stat, list));
  }
}
