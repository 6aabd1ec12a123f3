package org.bora.api.discovery;

import java.util.Map;
import java.util.Objects;

/** A protocol that TURLs can have, and its attributes (TSupportedTransferProtocol). */
public record TransferProtocol(String name, Map<String, String> attributes) {

  public TransferProtocol {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(attributes, "attributes");
  }
}
