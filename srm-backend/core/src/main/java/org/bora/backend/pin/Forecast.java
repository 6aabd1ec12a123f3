package org.bora.backend.pin;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Estimates when files that wait for a tape will be on disk. */
final class Forecast {

  private Forecast() {}

  /** The same request; what waits for nothing on tape costs nothing. */
  static PinnedFiles of(Staging staging, PinnedFiles request, Instant now) {
    List<UUID> waiting =
        request.files().stream()
            .filter(pin -> pin.stateAt(now) == PinState.WAITING)
            .flatMap(pin -> pin.onTape().stream())
            .distinct()
            .toList();
    if (waiting.isEmpty() || request.head().suspended()) {
      return request;
    }
    Map<UUID, Instant> ends = staging.expected(waiting, now);
    return new PinnedFiles(
        request.head(),
        request.files().stream()
            .map(
                pin ->
                    pin.onTape()
                        .flatMap(file -> Optional.ofNullable(ends.get(file)))
                        .map(pin::expectedAt)
                        .orElse(pin))
            .toList());
  }
}
