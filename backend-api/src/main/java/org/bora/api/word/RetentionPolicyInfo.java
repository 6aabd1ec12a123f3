package org.bora.api.word;

import java.util.Objects;
import java.util.Optional;

/** Retention policy and, if given, access latency (TRetentionPolicyInfo). */
public record RetentionPolicyInfo(RetentionPolicy policy, Optional<AccessLatency> latency) {

  public RetentionPolicyInfo {
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(latency, "latency");
  }
}
