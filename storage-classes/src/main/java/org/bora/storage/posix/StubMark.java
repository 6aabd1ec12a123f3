package org.bora.storage.posix;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.Residency.Trouble;

/**
 * What makes a file a stub: {@code 1 MODE TROUBLE} in an attribute. The permission bits that the
 * file had, and will have again, cannot stand where the kernel looks for them. Named entries of its
 * list can: without a mask they permit nothing. Set-user, set-group and sticky bits are dropped: an
 * owner who may write attributes may not give a file to a group by them.
 *
 * @param mode the nine permission bits as the kernel showed them: in the middle the mask, where
 *     there is one
 */
record StubMark(int mode, Optional<Trouble> trouble) {
  private static final String VERSION = "1";
  private static final String NONE = "-";
  private static final int FIELDS = 3;
  private static final int OCTAL = 8;
  private static final int ALL_BITS = 0777;
  private static final int GROUP_BITS = 070;
  private static final int GROUP_SHIFT = 3;

  StubMark {
    mode &= ALL_BITS;
  }

  String text() {
    return String.format(
        Locale.ROOT, "%s %04o %s", VERSION, mode, trouble.map(Enum::name).orElse(NONE));
  }

  /**
   * Reads a mark. What cannot be read is a mark nevertheless, of a file that no account may use: it
   * must not be taken for data.
   */
  static StubMark parse(String text) {
    String[] fields = text.split(" ", -1);
    if (fields.length != FIELDS || !fields[0].equals(VERSION)) {
      return new StubMark(0, Optional.empty());
    }
    try {
      return new StubMark(
          Integer.parseInt(fields[1], OCTAL),
          List.of(Trouble.values()).stream()
              .filter(known -> known.name().equals(fields[2]))
              .findFirst());
    } catch (NumberFormatException notOurs) {
      return new StubMark(0, Optional.empty());
    }
  }

  StubMark withMode(int bits) {
    return new StubMark(bits, trouble);
  }

  StubMark withTrouble(Optional<Trouble> other) {
    return new StubMark(mode, other);
  }

  /** The list that the file had, from that of its stub. */
  Acl opened(Acl closed) {
    Acl digits = Acl.ofMode(mode);
    return closed.mask().isPresent()
        ? new Acl(
            digits.owner(),
            closed.users(),
            closed.group(),
            closed.groups(),
            OptionalInt.of(digits.group()),
            digits.other())
        : digits;
  }

  /** The access control list of a stub: the named users and groups, without rights. */
  static Acl closed(Acl acl) {
    return acl.mask().isPresent()
        ? new Acl(0, acl.users(), acl.group(), acl.groups(), OptionalInt.of(0), 0)
        : Acl.ofMode(0);
  }

  /** The same mark for a file with this list. */
  StubMark withAcl(Acl acl) {
    return withMode(acl.mode());
  }

  /** Permission bits with those of the owning group in the middle. */
  int permissions(Acl closed) {
    int group = opened(closed).effective().group();
    return (mode & ~GROUP_BITS) | (group << GROUP_SHIFT);
  }
}
