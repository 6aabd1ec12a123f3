/**
 * Protects every HTTP port: limits on connections (in total, for each address and for each caller),
 * deadlines for the handshake, the head and the body of a request, and a pause for a port whose
 * process has no free file descriptor. It does not know TLS engines, SRM or permissions.
 *
 * <p>{@link org.bora.port.GuardedPort} is a whole port. The SRM port, whose handshakes are its own,
 * uses the parts: {@link org.bora.port.OpenConnections} is told of each connection as it opens,
 * identifies its caller, speaks HTTP, waits for bytes, is served, and closes.
 */
package org.bora.port;
