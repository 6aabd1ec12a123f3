package org.bora.frontend.dispatch;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.bora.api.peer.PeerFiles;
import org.bora.api.wire.HealthNames;

/**
 * How a frontend reaches its backends when they are processes of their own.
 *
 * @param backends all backends; calls are distributed in turn
 * @param credentials the frontend's certificate, and the authorities of backends
 * @param largestAnswerBytes the largest accepted reply. A full srmLs needs about 250 bytes per
 *     entry
 * @param lookAgainEvery interval between attempts to reach a lost backend, and between checks for
 *     changed certificate files
 * @param silence time after which a silent backend counts as dead. It is checked six times in that
 *     time
 * @param service by this name: see {@link HealthNames}
 */
public record DispatchSettings(
    List<BackendEndpoint> backends,
    PeerFiles credentials,
    int largestAnswerBytes,
    Duration lookAgainEvery,
    Duration silence,
    String service) {

  private static final int SMALLEST_LIMIT = 1 << 20;
  private static final int DEFAULT_LIMIT = 64 << 20;
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final Duration SHORTEST_SILENCE = Duration.ofSeconds(1);
  private static final Duration LONGEST_SILENCE = Duration.ofMinutes(1);

  public DispatchSettings {
    Objects.requireNonNull(credentials, "credentials");
    Objects.requireNonNull(service, "service");
    backends = List.copyOf(backends);
    if (backends.isEmpty()) {
      throw new IllegalArgumentException("backends: at least one HOST:PORT is needed");
    }
    if (largestAnswerBytes < SMALLEST_LIMIT) {
      throw new IllegalArgumentException(
          "largestAnswerBytes: " + largestAnswerBytes + ", allowed is 1 MiB and more");
    }
    if (lookAgainEvery.compareTo(SHORTEST) < 0 || lookAgainEvery.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "lookAgainEvery: " + lookAgainEvery + ", allowed is 100 ms to 5 min");
    }
    if (silence.compareTo(SHORTEST_SILENCE) < 0 || silence.compareTo(LONGEST_SILENCE) > 0) {
      throw new IllegalArgumentException("silence: " + silence + ", allowed is 1 s to 1 min");
    }
  }

  /** Those of a frontend. */
  public DispatchSettings(
      List<BackendEndpoint> backends,
      PeerFiles credentials,
      int largestAnswerBytes,
      Duration lookAgainEvery,
      Duration silence) {
    this(backends, credentials, largestAnswerBytes, lookAgainEvery, silence, HealthNames.WHOLE);
  }

  /** The same for a door: backends that know no grants are not used. */
  public DispatchSettings ofDoor() {
    return new DispatchSettings(
        backends, credentials, largestAnswerBytes, lookAgainEvery, silence, HealthNames.FOR_DOORS);
  }

  /** The defaults: answers up to 64 MiB, a look every 2 seconds, 3 seconds of silence. */
  public static DispatchSettings defaults(List<BackendEndpoint> backends, PeerFiles credentials) {
    return new DispatchSettings(
        backends, credentials, DEFAULT_LIMIT, Duration.ofSeconds(2), Duration.ofSeconds(3));
  }
}
