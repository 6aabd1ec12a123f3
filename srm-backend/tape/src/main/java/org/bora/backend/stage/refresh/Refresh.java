package org.bora.backend.stage.refresh;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;
import org.bora.backend.diskcopy.Release;
import org.bora.backend.diskcopy.Release.Fate;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.pin.RequestedReturn;
import org.bora.backend.request.TokenSource;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.backend.stage.recall.Recalls;
import org.bora.backend.stage.scrub.Scrub;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces the damaged disk copy of a file by its tape copy, on order of an administrator, and
 * retries a file that counts as lost. Correct bytes are never touched, nor are those of a pinned or
 * open file. The damaged bytes are then gone, so an administrator who wants to keep them must copy
 * them first. Thread safe; reads the file.
 */
public final class Refresh {
  private static final Logger LOG = LoggerFactory.getLogger(Refresh.class);

  private static final String NO_COPY = "no copy on tape is known that could take its place";

  private final Locator locator;
  private final Release release;
  private final RequestedReturn returns;
  private final Alarms alarms;
  private final TokenSource tokens;

  public Refresh(
      Locator locator,
      Release release,
      RequestedReturn returns,
      Alarms alarms,
      TokenSource tokens) {
    this.locator = Objects.requireNonNull(locator, "locator");
    this.release = Objects.requireNonNull(release, "release");
    this.returns = Objects.requireNonNull(returns, "returns");
    this.alarms = Objects.requireNonNull(alarms, "alarms");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
  }

  /**
   * The result of an order.
   *
   * @param begun whether the recall of the file has begun
   * @param told a sentence for the administrator
   */
  public record Outcome(boolean begun, String told) {
    public Outcome {
      Objects.requireNonNull(told, "told");
    }
  }

  /** Begins to refresh the file. */
  public Outcome refresh(Surl surl) {
    if (!(locator.locate(surl) instanceof Place place)) {
      return refused("no storage area holds this SURL: give it as clients do, srm://HOST/PATH");
    }
    try {
      EntryFacts facts = place.area().tree().facts(place.path());
      Optional<UUID> file = identity(place, facts);
      boolean onDisk = facts.residency().onDisk();
      if (file.isEmpty() || !(onDisk || facts.residency().onTape())) {
        return refused(NO_COPY);
      }
      Optional<Outcome> obstacle =
          onDisk
              ? dropped(place, file.get(), facts.residency().onTape())
              : triedAgain(place, file.get(), facts);
      return obstacle.orElseGet(() -> asked(surl, place));
    } catch (StorageException e) {
      LOG.info("{} cannot be refreshed", surl, e);
      return refused(
          e.reason() == Reason.MISSING
              ? "there is no such file"
              : "it cannot be read: " + e.getMessage());
    }
  }

  private Optional<UUID> identity(Place place, EntryFacts facts) {
    return facts.isFile() ? returns.identity(place, facts) : Optional.empty();
  }

  private static Outcome refused(String told) {
    return new Outcome(false, told);
  }

  /** Empty if the damaged bytes are gone. An alarm about correct bytes ends. */
  private Optional<Outcome> dropped(Place place, UUID file, boolean onTape)
      throws StorageException {
    try {
      place.area().tree().residences().verify(place.path(), file, read -> {});
      alarms.clear(Scrub.alarmKey(place.area().name(), file));
      return Optional.of(
          refused("its bytes on disk are those that were stored: it stays as it is"));
    } catch (StorageException e) {
      if (!onTape) {
        return Optional.of(refused(NO_COPY));
      }
      if (e.reason() == Reason.BUSY) {
        return Optional.of(refused("it was changed since it was copied: the copy is of old bytes"));
      }
      if (e.reason() != Reason.DAMAGED && e.reason() != Reason.IO) {
        throw e;
      }
      LOG.warn("area {}: '{}' is refreshed: {}", place.area().name(), place.path(), e.getMessage());
    }
    Fate fate = release.release(place.area(), List.of(file), tokens.now()).get(file);
    if (fate == Fate.RELEASED || fate == Fate.GONE) {
      alarms.clear(Scrub.alarmKey(place.area().name(), file));
      return Optional.empty();
    }
    return Optional.of(refused(obstacle(fate)));
  }

  private static String obstacle(Fate fate) {
    return switch (fate) {
      case PINNED -> "it is pinned: wait until its pins end";
      case AT_WORK -> "it is open, being overwritten, or on its way to tape: try again later";
      case NOT_ON_TAPE -> "its copy on tape is not one of these bytes";
      case REFUSED -> "the filesystem does not let it go: see the log";
      case RELEASED, GONE -> throw new IllegalArgumentException("no obstacle: " + fate);
    };
  }

  /** Requests abandoned recalls again. */
  private Optional<Outcome> triedAgain(Place place, UUID file, EntryFacts facts)
      throws StorageException {
    String library = facts.residency().tape().orElseThrow().library();
    alarms.clear(Recalls.lostAlarm(library, file));
    alarms.clear(Recalls.failedAlarm(library, file));
    if (facts.residency().trouble().isPresent()) {
      place.area().tree().residences().noteTrouble(place.path(), file, Optional.empty());
    }
    return Optional.empty();
  }

  private Outcome asked(Surl surl, Place place) {
    Optional<ReturnStatus> impossible = returns.ask(surl, place);
    return impossible
        .map(why -> refused(why.explanation()))
        .orElseGet(
            () ->
                new Outcome(true, "it is being recalled from tape; bora tape shows the progress"));
  }
}
