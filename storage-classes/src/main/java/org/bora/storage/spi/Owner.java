package org.bora.storage.spi;

/**
 * The local account that will own an entry.
 *
 * @param uid numeric user; -1: the process's own
 * @param gid numeric group; -1: the process's own
 */
public record Owner(int uid, int gid) {

  /** The account the process runs as: the only possibility when it is not privileged. */
  public static final Owner PROCESS = new Owner(-1, -1);
}
