package org.bora.door.audit;

import java.util.Objects;
import java.util.Optional;
import org.bora.door.gsi.Credential;

/**
 * How a call came here.
 *
 * @param client address of the client, the one that a balancer names; brackets around one of IPv6
 *     are taken off, so that it reads as in all other lines
 * @param credential what the caller showed
 * @param delegated whether it delegated a credential on this connection
 */
public record Access(String client, Optional<Credential> credential, boolean delegated) {

  public Access {
    Objects.requireNonNull(client, "client");
    if (client.startsWith("[") && client.endsWith("]")) {
      client = client.substring(1, client.length() - 1);
    }
    Objects.requireNonNull(credential, "credential");
  }

  /** The virtual organisation of the primary attribute that the caller showed. */
  public Optional<String> vo() {
    return credential.flatMap(Credential::attributes).map(Credential.AttributeCertificate::vo);
  }
}
