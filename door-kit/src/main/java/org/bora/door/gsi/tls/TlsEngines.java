package org.bora.door.gsi.tls;

import javax.net.ssl.SSLEngine;

/**
 * Makes the server side of TLS connections: client certificate wanted, neither resumption nor
 * renegotiation (Globus clients survive neither, and a client that resumes a session sends no
 * certificate).
 *
 * <p>Life cycle: {@link #use} once before the first {@link #newEngine}, and again whenever the host
 * credential changes; open connections keep their credential. Every engine is returned by {@link
 * #release} exactly once; after {@link #close} no engine is made. Thread safe; none of the methods
 * blocks.
 */
public interface TlsEngines extends AutoCloseable {

  /** What an administrator calls this implementation, with its version. */
  String name();

  /** New connections show this credential from now on. */
  void use(HostCredential credential);

  /** The engine of a new connection, in server mode. */
  SSLEngine newEngine();

  /** Gives back the engine of a connection that has ended. */
  void release(SSLEngine engine);

  /** Engines made and not given back. */
  int inUse();

  /** Releases memory outside the heap. */
  @Override
  void close();
}
