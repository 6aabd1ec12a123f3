/**
 * Macaroons that the service issues itself, for clients that want a bearer token and have a
 * certificate (docs/adr/0063).
 *
 * <p>{@link org.bora.door.macaroon.Macaroons} issues and judges them. A macaroon's identifier names
 * the caller for whom it was issued. Caveats of the service and of its bearers restrict it. It
 * never permits more than the rules permit that caller at the time of use.
 *
 * <p>Keys ({@link org.bora.door.issuing.IssuingKeys}) come from a backend, one for each day. They
 * are fetched in the background, never while a request waits. A door without fresh keys for two
 * minutes accepts no macaroon until it has them, because keys may have been revoked.
 */
package org.bora.door.macaroon;
