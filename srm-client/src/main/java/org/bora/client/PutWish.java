package org.bora.client;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How a file is to be put. Absent is the server's default.
 *
 * @param size that is to come, in bytes
 * @param overwrite NEVER, ALWAYS or WHEN_FILES_ARE_DIFFERENT
 * @param totalSeconds for the request
 * @param fileLifetime seconds, -1 for ever
 * @param storageType VOLATILE, DURABLE or PERMANENT
 */
public record PutWish(
    OptionalLong size,
    String overwrite,
    int totalSeconds,
    OptionalInt fileLifetime,
    Optional<String> storageType,
    Optional<String> spaceToken,
    Optional<Retention> retention) {

  /**
   * The class of storage.
   *
   * @param policy REPLICA, OUTPUT or CUSTODIAL
   * @param latency ONLINE or NEARLINE
   */
  public record Retention(String policy, Optional<String> latency) {
    public Retention {
      Objects.requireNonNull(policy, "policy");
      Objects.requireNonNull(latency, "latency");
    }
  }

  public PutWish {
    Objects.requireNonNull(size, "size");
    Objects.requireNonNull(overwrite, "overwrite");
    Objects.requireNonNull(fileLifetime, "fileLifetime");
    Objects.requireNonNull(storageType, "storageType");
    Objects.requireNonNull(spaceToken, "spaceToken");
    Objects.requireNonNull(retention, "retention");
  }
}
