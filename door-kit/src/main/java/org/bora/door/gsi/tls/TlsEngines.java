package org.bora.door.gsi.tls;

import javax.net.ssl.SSLEngine;

/**
 * Makes the server side of TLS connections: client certificate wanted, neither resumption nor
 * renegotiation (Globus clients survive neither, and who resumes a session shows no certificate).
 *
 * <p>Life cycle: {@link #use} once before the first {@link #newEngine}, and again whenever the host
 * credential changes; connections under way keep what they began with. Every engine is given back
 * with {@link #release} exactly once; after {@link #close} no engine is made. Safe for use by many
 * threads; none of the methods blocks.
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

  /** Gives back what is not on the heap. */
  @Override
  void close();
}
