package org.bora.api.bearer;

import java.util.Objects;

/**
 * The key of one day. A holder of it can make macaroons and transfer URLs of that day, and of no
 * other.
 *
 * @param generation of the secret that it is derived from, from 1 on; a revocation begins a new one
 * @param day days since 1970-01-01, UTC
 * @param hex the key itself, hexadecimal
 */
public record DayKey(long generation, long day, String hex) {

  public DayKey {
    Objects.requireNonNull(hex, "hex");
  }

  /** Without the key: it must not get into a log. */
  @Override
  public String toString() {
    return "key " + generation + "." + day;
  }
}
