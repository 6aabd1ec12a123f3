package org.bora.backend.serve;

import java.time.Duration;
import java.util.Objects;
import org.bora.port.PortBounds;

/**
 * What frontends, and strangers, may have of a backend's port.
 *
 * @param largestQuestionBytes the largest request that is taken
 * @param longestCall how long a call may take that brings no deadline, or a later one
 * @param connections how many are open, and whose; their time runs from the opening until a known
 *     frontend has shown its certificate and speaks HTTP/2
 */
public record LinkBounds(int largestQuestionBytes, Duration longestCall, PortBounds connections) {

  private static final int SMALLEST_LIMIT = 1 << 20;
  private static final int DEFAULT_LIMIT = 64 << 20;

  public LinkBounds {
    Objects.requireNonNull(connections, "connections");
    if (largestQuestionBytes < SMALLEST_LIMIT) {
      throw new IllegalArgumentException(
          "largestQuestionBytes: " + largestQuestionBytes + ", allowed is 1 MiB and more");
    }
    if (!longestCall.isPositive() || longestCall.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException(
          "longestCall: " + longestCall + ", allowed is more than nothing, up to a day");
    }
  }

  /** Requests up to 64 MiB, calls up to 10 minutes. */
  public static LinkBounds defaults() {
    return new LinkBounds(DEFAULT_LIMIT, Duration.ofMinutes(10), presetConnections());
  }

  /**
   * 400 connections, of which a frontend needs one; 10 s for a handshake, which takes tens of
   * milliseconds.
   */
  public static PortBounds presetConnections() {
    return new PortBounds(400, 200, 100, Duration.ofSeconds(10));
  }
}
