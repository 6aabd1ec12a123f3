package org.bora.admin;

import java.util.Objects;

/**
 * Who asks.
 *
 * @param name the subject of the certificate (RFC 2253), or {@code socket} for the local socket
 * @param role what may be asked
 */
public record Administrator(String name, AdminRole role) {

  /** Who writes to the local socket: only root and the account of the service can. */
  public static final Administrator LOCAL = new Administrator("socket", AdminRole.ADMIN);

  public Administrator {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(role, "role");
  }
}
