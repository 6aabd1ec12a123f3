package org.bora.frontend.audit;

import java.util.Objects;
import java.util.Optional;
import org.bora.frontend.gsi.Credential;

/**
 * How a call came here.
 *
 * @param client address of the client, the one that a balancer names
 * @param credential what the caller showed
 * @param delegated whether it delegated a credential on this connection
 */
public record Access(String client, Optional<Credential> credential, boolean delegated) {

  public Access {
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(credential, "credential");
  }
}
