package org.bora.storage.spi;

/**
 * A named entry of an {@link Acl}.
 *
 * @param id number of a user or group, unsigned
 * @param permissions read 4, write 2, execute (or search) 1
 */
public record AclEntry(int id, int permissions) {
  private static final int ALL = 7;

  public AclEntry {
    if ((permissions & ~ALL) != 0) {
      throw new IllegalArgumentException(permissions + " is not an octal digit");
    }
    if (id == -1) {
      throw new IllegalArgumentException("-1 is no account");
    }
  }

  AclEntry limitedTo(int mask) {
    return new AclEntry(id, permissions & mask);
  }
}
