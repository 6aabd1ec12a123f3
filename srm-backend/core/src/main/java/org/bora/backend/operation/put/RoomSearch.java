package org.bora.backend.operation.put;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.Promise;
import org.bora.backend.space.RoomMaker;
import org.bora.backend.space.Shortage;
import org.bora.backend.space.SpaceBooks;

/** Has space freed for puts that find none, and explains why there is none. Thread safe. */
final class RoomSearch {
  /** A put is answered in about the time in which others are: the client may come again. */
  private static final Duration PATIENCE = Duration.ofMillis(1500);

  private final RoomMaker maker;
  private final Locator locator;
  private final TokenSource tokens;

  RoomSearch(RoomMaker maker, Locator locator, TokenSource tokens) {
    this.maker = maker;
    this.locator = locator;
    this.tokens = tokens;
  }

  /** For one call. */
  Turn begin(Call call) {
    Instant until = tokens.now().plus(PATIENCE);
    return new Turn(until.isBefore(call.deadline()) ? until : call.deadline());
  }

  /** The space freed for one call. Not thread safe. */
  final class Turn {
    private final Instant until;
    private final Map<String, String> obstacles = new HashMap<>();

    private Turn(Instant until) {
      this.until = until;
    }

    /** Whether there is room now for what these promises want of the space that had too little. */
    boolean finds(Shortage shortage, List<Promise> promises) {
      long bytes =
          promises.stream()
              .filter(promise -> promise.space().equals(shortage.space()))
              .mapToLong(Promise::bytes)
              .sum();
      return locator.areas().stream()
          .filter(area -> SpaceBooks.ownSpace(area).equals(shortage.space()))
          .anyMatch(area -> finds(area, bytes));
    }

    /** Whether there is room now; once it was not there, it is not looked for again. */
    boolean finds(StorageArea area, long bytes) {
      if (obstacles.containsKey(area.name()) || !tokens.now().isBefore(until)) {
        return false;
      }
      Optional<String> obstacle = maker.makeRoom(area, bytes, until);
      obstacle.ifPresent(why -> obstacles.put(area.name(), why));
      return obstacle.isEmpty();
    }

    /** The refusal of an area without room, with the reason if there is one. */
    ReturnStatus explained(StorageArea area, ReturnStatus refusal) {
      String why = obstacles.getOrDefault(area.name(), "");
      return refusal.code() == SrmStatus.NO_FREE_SPACE && !why.isEmpty()
          ? ReturnStatus.of(refusal.code(), refusal.explanation() + ": " + why)
          : refusal;
    }
  }
}
