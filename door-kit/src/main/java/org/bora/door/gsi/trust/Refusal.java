package org.bora.door.gsi.trust;

/**
 * Why a chain is refused; this decides the TLS alert for the peer (RFC 5246 section 7.2.2). Of
 * several reasons the first one in this list is reported, because the user can act on it.
 */
public enum Refusal {
  /** A certificate of the chain has ended: alert certificate_expired. */
  EXPIRED,
  /**
   * A certificate of the chain has not begun: alert certificate_expired, "or not currently valid".
   */
  NOT_YET_VALID,
  /** The authority took a certificate back: alert certificate_revoked. */
  REVOKED,
  /** No trust anchor, or one that may not sign this name: alert unknown_ca. */
  UNTRUSTED,
  /** Forged, malformed, or a proxy that does not follow RFC 3820: alert bad_certificate. */
  MALFORMED,
  /** A proxy of a kind that this door does not admit: alert bad_certificate. */
  PROXY_KIND
}
