/**
 * Macaroons that the service issues itself, for clients that want a bearer token and have a
 * certificate (docs/adr/0063).
 *
 * <p>{@link org.bora.door.macaroon.Macaroons} issues and judges them. A macaroon says in its
 * identifier who asked for it; caveats, the service's own and whatever its bearers add, take away.
 * What it allows is never more than the rules allow that caller when it is used.
 *
 * <p>Keys ({@link org.bora.door.issuing.IssuingKeys}) come from a backend, one for each day. They
 * are read in the background, never while a request waits. A door that has not heard of them for
 * two minutes believes no macaroon until it does: another one may have been revoked.
 */
package org.bora.door.macaroon;
