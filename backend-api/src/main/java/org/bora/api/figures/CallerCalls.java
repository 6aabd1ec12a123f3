package org.bora.api.figures;

import java.util.Objects;

/**
 * How many calls a caller made within a minute.
 *
 * @param dn subject of the certificate, as the frontend verified it
 */
public record CallerCalls(String dn, long calls) {
  public CallerCalls {
    Objects.requireNonNull(dn, "dn");
  }
}
