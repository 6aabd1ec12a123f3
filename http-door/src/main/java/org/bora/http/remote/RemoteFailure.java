package org.bora.http.remote;

import java.util.Objects;

/** The other side refused, failed, or did not keep an announcement. It has no stack trace. */
public final class RemoteFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean refusal;

  /**
   * @param reason one line for the client of the copy
   */
  public RemoteFailure(String reason) {
    this(reason, false);
  }

  private RemoteFailure(String reason, boolean refusal) {
    super(Objects.requireNonNull(reason, "reason"), null, false, false);
    this.refusal = refusal;
  }

  /** For an unsuccessful status. */
  static RemoteFailure refused(String reason) {
    return new RemoteFailure(reason, true);
  }

  /** Whether the other side has answered, and another request may be answered otherwise. */
  public boolean isRefusal() {
    return refusal;
  }
}
