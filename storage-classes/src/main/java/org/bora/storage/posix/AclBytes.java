package org.bora.storage.posix;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.AclEntry;

/**
 * The form in which the kernel exchanges access control lists as extended attributes
 * (include/uapi/linux/posix_acl_xattr.h): a version, then entries of tag, permissions and number,
 * all of them little endian and in the order of their tags.
 */
final class AclBytes {
  private static final int VERSION = 2;
  private static final int HEADER_BYTES = 4;
  private static final int ENTRY_BYTES = 8;
  private static final int NOBODY = -1;

  private static final int OWNER = 0x01;
  private static final int USER = 0x02;
  private static final int OWNING_GROUP = 0x04;
  private static final int GROUP = 0x08;
  private static final int MASK = 0x10;
  private static final int OTHER = 0x20;

  /** Owner, owning group, other and mask. */
  private static final int BASE_ENTRIES = 4;

  private AclBytes() {}

  static byte[] encode(Acl acl) {
    int most = BASE_ENTRIES + acl.users().size() + acl.groups().size();
    ByteBuffer bytes =
        ByteBuffer.allocate(HEADER_BYTES + most * ENTRY_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(VERSION);
    put(bytes, OWNER, acl.owner(), NOBODY);
    acl.users().forEach(entry -> put(bytes, USER, entry.permissions(), entry.id()));
    put(bytes, OWNING_GROUP, acl.group(), NOBODY);
    acl.groups().forEach(entry -> put(bytes, GROUP, entry.permissions(), entry.id()));
    acl.mask().ifPresent(mask -> put(bytes, MASK, mask, NOBODY));
    put(bytes, OTHER, acl.other(), NOBODY);
    byte[] written = new byte[bytes.position()];
    bytes.flip().get(written);
    return written;
  }

  private static void put(ByteBuffer bytes, int tag, int permissions, int id) {
    bytes.putShort((short) tag).putShort((short) permissions).putInt(id);
  }

  /** Empty if it is not a list in this form. */
  static Optional<Acl> decode(byte[] stored) {
    ByteBuffer bytes = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN);
    if (stored.length < HEADER_BYTES
        || (stored.length - HEADER_BYTES) % ENTRY_BYTES != 0
        || bytes.getInt() != VERSION) {
      return Optional.empty();
    }
    Reading reading = new Reading();
    try {
      while (bytes.hasRemaining()) {
        reading.add(bytes.getShort(), bytes.getShort(), bytes.getInt());
      }
      return Optional.of(reading.acl());
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  /** The entries read so far. */
  private static final class Reading {
    private final List<AclEntry> users = new ArrayList<>();
    private final List<AclEntry> groups = new ArrayList<>();
    private OptionalInt owner = OptionalInt.empty();
    private OptionalInt group = OptionalInt.empty();
    private OptionalInt mask = OptionalInt.empty();
    private OptionalInt other = OptionalInt.empty();

    void add(int tag, int permissions, int id) {
      switch (tag) {
        case OWNER -> owner = OptionalInt.of(permissions);
        case USER -> users.add(new AclEntry(id, permissions));
        case OWNING_GROUP -> group = OptionalInt.of(permissions);
        case GROUP -> groups.add(new AclEntry(id, permissions));
        case MASK -> mask = OptionalInt.of(permissions);
        case OTHER -> other = OptionalInt.of(permissions);
        default -> throw new IllegalArgumentException("tag " + tag);
      }
    }

    Acl acl() {
      return new Acl(required(owner), users, required(group), groups, mask, required(other));
    }

    private static int required(OptionalInt digit) {
      return digit.orElseThrow(() -> new IllegalArgumentException("an entry is missing"));
    }
  }
}
