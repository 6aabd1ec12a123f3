package org.bora.http.remote;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;

/** Which servers may be connected to. Thread safe. */
@FunctionalInterface
public interface Peers {

  /**
   * The permitted addresses of a host, at least one.
   *
   * @param host a name or an address
   * @param time limit for the name service
   * @throws IOException if there is none, or if none is permitted
   */
  InetAddress[] of(String host, int port, Duration time) throws IOException;
}
