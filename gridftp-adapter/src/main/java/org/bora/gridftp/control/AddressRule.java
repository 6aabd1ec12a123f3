package org.bora.gridftp.control;

import java.net.InetAddress;

/**
 * Which addresses of a host may be connected to. It is asked of the very addresses that are
 * connected to then, so that a name service that answers otherwise the next time changes nothing
 * (DNS rebinding). Thread safe.
 */
@FunctionalInterface
public interface AddressRule {

  /** Every address of every host. */
  AddressRule ANY = (_, _, _) -> true;

  /**
   * Whether this address may be connected to.
   *
   * @param host as it was written
   */
  boolean permits(String host, int port, InetAddress address);
}
