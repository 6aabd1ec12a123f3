package org.bora.api.figures;

import java.util.Objects;

/**
 * How often a caller called within a minute.
 *
 * @param dn subject of the certificate, as the frontend verified it
 */
public record CallerCalls(String dn, long calls) {
  public CallerCalls {
    Objects.requireNonNull(dn, "dn");
  }
}
