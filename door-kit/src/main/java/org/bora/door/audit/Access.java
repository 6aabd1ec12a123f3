package org.bora.door.audit;

import java.util.Objects;
import java.util.Optional;
import org.bora.door.gsi.Credential;

/**
 * How a call arrived.
 *
 * @param client address of the client; behind a load balancer, the one that it reports. IPv6
 *     addresses have no brackets, as in all other lines
 * @param credential the caller's credential
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
