package org.bora.http.remote;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;

/** Which servers may be connected to. Thread safe. */
@FunctionalInterface
public interface Peers {

  /**
   * The addresses of a host that may be connected to, at least one.
   *
   * @param host a name or an address
   * @param time in which the name service must answer
   * @throws IOException where there is none, or where none is permitted
   */
  InetAddress[] of(String host, int port, Duration time) throws IOException;
}
