package org.bora.backend.locate;

import java.util.Optional;
import org.bora.api.word.AccessLatency;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;

/**
 * What an area promises about its files: copies on disk (D) and on tape (T), as the WLCG names
 * them. SRM says the same by retention policy and access latency (GFD.129 section 1.2).
 */
public enum StorageClass {
  /** On disk until deleted. */
  D1T0(RetentionPolicy.REPLICA, AccessLatency.ONLINE),
  /** On tape; on disk only in a buffer, for as long as there is room or a pin lasts. */
  D0T1(RetentionPolicy.CUSTODIAL, AccessLatency.NEARLINE),
  /** On tape and on disk until deleted. */
  D1T1(RetentionPolicy.CUSTODIAL, AccessLatency.ONLINE);

  private final RetentionPolicy policy;
  private final AccessLatency latency;

  StorageClass(RetentionPolicy policy, AccessLatency latency) {
    this.policy = policy;
    this.latency = latency;
  }

  public RetentionPolicyInfo retention() {
    return new RetentionPolicyInfo(policy, Optional.of(latency));
  }

  /** Whether its files are migrated. */
  public boolean onTape() {
    return this != D1T0;
  }

  /** Whether its files may leave the disk once they are on tape. */
  public boolean leavesDisk() {
    return this == D0T1;
  }
}
