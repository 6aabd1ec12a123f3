package org.bora.storage.spi;

/**
 * The local account that is to own an entry.
 *
 * @param uid numeric user, or -1 to leave the process's own
 * @param gid numeric group, or -1 likewise
 */
public record Owner(int uid, int gid) {

  /** The account the process runs as: the only possibility when it is not privileged. */
  public static final Owner PROCESS = new Owner(-1, -1);
}
