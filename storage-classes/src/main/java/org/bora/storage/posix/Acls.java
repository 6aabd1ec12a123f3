package org.bora.storage.posix;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.storage.linux.AttributeCalls;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.FileCalls;
import org.bora.storage.linux.NameCalls;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/** Access control lists of open entries; every descriptor will do, also one opened with O_PATH. */
final class Acls {
  static final String ACCESS = "system.posix_acl_access";
  private static final String DEFAULT = "system.posix_acl_default";
  private static final int PRIVATE = 0600;
  private static final int ANYBODY = 0;
  private static final int READING = 4;
  private static final int UPPER_BITS = 07000;
  private static final int GROUP_BITS = 070;
  private static final int GROUP_SHIFT = 3;

  private Acls() {}

  /** Whether the filesystem of an entry keeps lists at all. */
  static boolean areKept(CallFrame frame, Handle entry) throws StorageException {
    MemorySegment buffer = AttributeCalls.buffer(frame);
    long length = AttributeCalls.get(frame, entry.descriptor(), ACCESS, buffer);
    if (length != -Errno.ENODATA && length != -Errno.ERANGE && length != -Errno.EOPNOTSUPP) {
      entry.check(length, "getxattr");
    }
    return length != -Errno.EOPNOTSUPP;
  }

  /**
   * Whether the filesystem shows an entry's list among its attributes, which is optional; sets a
   * list on the entry to find out.
   *
   * @param file a file for this test only
   */
  static boolean areListed(CallFrame frame, Handle file) {
    Acl acl = Acl.ofMode(PRIVATE).withUser(ANYBODY, READING);
    byte[] bytes = AclBytes.encode(acl);
    if (AttributeCalls.setHeld(frame, file.descriptor(), ACCESS, bytes) < 0) {
      return false;
    }
    MemorySegment buffer = AttributeCalls.longestBuffer(frame);
    long length = AttributeCalls.list(frame, file.descriptor(), buffer);
    if (length < 0) {
      return false;
    }
    byte[] names = buffer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
    return List.of(new String(names, StandardCharsets.UTF_8).split("\0")).contains(ACCESS);
  }

  /**
   * The list of a file or directory; its mode bits if it has no list. If both cover the same class,
   * the mode is right: GlusterFS shows an outdated list for up to a second after a chmod.
   */
  static Acl access(CallFrame frame, Handle entry, Stat stat) throws StorageException {
    return access(stat, access(frame, entry));
  }

  /** The same where the list that the entry keeps has been read. */
  static Acl access(Stat stat, Optional<Acl> kept) {
    return kept.map(acl -> access(stat, acl)).orElseGet(() -> Acl.ofMode(stat.permissions()));
  }

  /** The list of an entry, as stored. */
  static Optional<Acl> access(CallFrame frame, Handle entry) throws StorageException {
    return read(frame, entry, ACCESS);
  }

  private static Acl access(Stat stat, Acl kept) {
    Acl digits = Acl.ofMode(stat.permissions());
    return kept.isMinimal()
        ? digits
        : new Acl(
            digits.owner(),
            kept.users(),
            kept.group(),
            kept.groups(),
            OptionalInt.of(digits.group()),
            digits.other());
  }

  /** The list that new entries of a directory begin with. */
  static Optional<Acl> inherited(CallFrame frame, Handle directory) throws StorageException {
    return read(frame, directory, DEFAULT);
  }

  /**
   * Permission bits with those of the owning group in the middle, where the filesystem shows the
   * mask if there is one.
   */
  static int permissions(Stat stat, Optional<Acl> kept) {
    return mayBeWider(stat)
        ? kept.map(acl -> permissions(stat, acl)).orElseGet(stat::permissions)
        : stat.permissions();
  }

  /** Whether the digits of a mode may say less, or more, than a list that the entry may have. */
  static boolean mayBeWider(Stat stat) {
    return !hasNothingForGroups(stat) && (stat.isFile() || stat.isDirectory());
  }

  /** The permissions of an entry that keeps this list. */
  static int permissions(Stat stat, Acl kept) {
    int group = access(stat, kept).effective().group();
    return (stat.permissions() & ~GROUP_BITS) | (group << GROUP_SHIFT);
  }

  /** Whether the mask removes all rights of groups, whatever the list is. */
  static boolean hasNothingForGroups(Stat stat) {
    return (stat.permissions() & GROUP_BITS) == 0;
  }

  /**
   * Gives a new entry to its owner, with the rights of its directory's default list, or else of
   * {@code mode}. The owner is set first, because that clears the upper permission bits.
   *
   * @param inherited default list of its directory
   */
  static void handOver(
      CallFrame frame, Handle entry, Owner owner, int mode, Optional<Acl> inherited)
      throws StorageException {
    if (!owner.equals(Owner.PROCESS)) {
      entry.check(FileCalls.fchown(frame, entry.descriptor(), owner.uid(), owner.gid()), "fchown");
    }
    int bits = inherited.map(acl -> (mode & UPPER_BITS) | acl.mode()).orElse(mode);
    entry.check(FileCalls.fchmod(frame, entry.descriptor(), bits), "fchmod");
    if (inherited.isPresent()) {
      setAccess(frame, entry, inherited.get());
    }
  }

  /** Sets the list, and the nine permission bits with it. */
  static void setAccess(CallFrame frame, Handle entry, Acl acl) throws StorageException {
    int set = AttributeCalls.setHeld(frame, entry.descriptor(), ACCESS, AclBytes.encode(acl));
    if (set == -Errno.EOPNOTSUPP && acl.isMinimal()) {
      int mode = (entry.stat(frame).permissions() & UPPER_BITS) | acl.mode();
      entry.check(NameCalls.chmodHeld(frame, entry.descriptor(), mode), "chmod");
      return;
    }
    check(set, entry);
  }

  /** Sets the default list of new entries, or removes it if it is empty. */
  static void setInherited(CallFrame frame, Handle directory, Optional<Acl> acl)
      throws StorageException {
    if (acl.isPresent()) {
      byte[] bytes = AclBytes.encode(acl.get());
      check(AttributeCalls.setHeld(frame, directory.descriptor(), DEFAULT, bytes), directory);
      return;
    }
    int removed = AttributeCalls.removeHeld(frame, directory.descriptor(), DEFAULT);
    if (removed != -Errno.ENODATA && removed != -Errno.EOPNOTSUPP) {
      directory.check(removed, "removexattr");
    }
  }

  private static void check(int set, Handle entry) throws StorageException {
    if (set == -Errno.EOPNOTSUPP) {
      throw new StorageException(
          Reason.UNSUPPORTED,
          "'"
              + entry.where()
              + "': the filesystem keeps no POSIX access control lists (mount it with acl)");
    }
    entry.check(set, "setxattr");
  }

  private static Optional<Acl> read(CallFrame frame, Handle entry, String name)
      throws StorageException {
    MemorySegment buffer = AttributeCalls.buffer(frame);
    long length = AttributeCalls.get(frame, entry.descriptor(), name, buffer);
    if (length == -Errno.ERANGE) {
      buffer = AttributeCalls.longestBuffer(frame);
      length = AttributeCalls.get(frame, entry.descriptor(), name, buffer);
    }
    if (length == -Errno.ENODATA || length == -Errno.EOPNOTSUPP) {
      return Optional.empty();
    }
    entry.check(length, "getxattr");
    return Optional.of(
        AclBytes.decode(buffer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE))
            .orElseThrow(
                () ->
                    new StorageException(
                        Reason.IO,
                        "'" + entry.where() + "' has an access control list of unknown form")));
  }
}
