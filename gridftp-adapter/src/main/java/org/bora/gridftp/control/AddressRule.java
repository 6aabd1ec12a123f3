package org.bora.gridftp.control;

import java.net.InetAddress;

/**
 * Decides which addresses of a host may be connected to. It checks the same addresses that are then
 * used, so a name service that later gives another answer has no effect (DNS rebinding). Thread
 * safe.
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
