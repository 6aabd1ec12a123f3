package org.bora.backend.pin;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Checks pinned files once more after the commit. Whatever removes a file from its name does this
 * first, and then ends the pins on it. So either it sees the pin, or this check sees that the file
 * is gone, however long this backend was frozen in between. Thread safe.
 */
final class SecondLook {
  /** Files that one transaction looks at: a slow disk is not to hold its locks for long. */
  private static final int UNDER_LOCK = 50;

  private final Transactions afterwards;
  private final Locator locator;
  private final TokenSource tokens;
  private final PinTable pins = new PinTable();
  private final MovingNameTable movingNames = new MovingNameTable();

  SecondLook(Transactions transactions, Locator locator, TokenSource tokens) {
    this.afterwards = transactions.toTheEnd();
    this.locator = locator;
    this.tokens = tokens;
  }

  /**
   * Checks a request that only its caller knows: each pinned file must be the present file of its
   * name.
   *
   * @param last true to end pins on other files and keep the request; false to abandon the whole
   *     request if there are any, in which case the answer is empty and the request must be begun
   *     again
   */
  Optional<PinnedFiles> confirmed(PinnedFiles request, boolean last) {
    Set<Pin> lost = new LinkedHashSet<>();
    for (Pin pin : request.files()) {
      if (pin.state() == PinState.PINNED && isLost(pin, true)) {
        lost.add(pin);
      }
    }
    if (lost.isEmpty()) {
      return Optional.of(request);
    }
    Instant now = tokens.now();
    if (!last) {
      abort(request.files(), "given up, for one of its files was removed or replaced", now);
      return Optional.empty();
    }
    abort(List.copyOf(lost), PinTable.REPLACED, now);
    List<Pin> files = new ArrayList<>();
    request.files().forEach(pin -> files.add(lost.contains(pin) ? pin.aborted(now) : pin));
    return Optional.of(new PinnedFiles(request.head(), files));
  }

  /**
   * Checks a request that other callers may know: any backend answers a repeated call for it, even
   * while the backend that inserted it is frozen or after it died before its second check. Pins
   * whose file is gone or was replaced end; all others stay valid.
   *
   * <p>Pins that followed a renamed file stay, and so do those whose file is being renamed. The
   * order distinguishes them from pins whose file is gone: the pins are locked under their names,
   * then the disk is read, then renames are queried. A rename that moved the file before the disk
   * was read has changed the names before the lock, or is still announced because it waits for the
   * pins. A rename that was undone does not wait, so the disk is read again at the end. A first
   * check without locks finds nothing in almost every call.
   *
   * @return the request after the check; empty if it was deleted meanwhile
   */
  Optional<PinnedFiles> known(PinnedFiles request) {
    Instant seen = tokens.now();
    List<Pin> lost =
        request.files().stream()
            .filter(pin -> pin.stateAt(seen) == PinState.PINNED)
            .filter(pin -> NameKey.of(pin.surl(), locator.locate(pin.surl())).equals(pin.key()))
            .filter(this::isLostSince)
            .toList();
    if (lost.isEmpty()) {
      return Optional.of(request);
    }
    RequestToken token = request.head().token();
    for (int from = 0; from < lost.size(); from += UNDER_LOCK) {
      endLost(token, lost.subList(from, Math.min(from + UNDER_LOCK, lost.size())));
    }
    return afterwards.read(sql -> pins.find(sql, token));
  }

  private void endLost(RequestToken token, List<Pin> lost) {
    afterwards.run(
        sql -> {
          List<Pin> held = pins.lockHeld(sql, token, lost, tokens.now());
          List<Pin> still = withoutMoving(sql, held.stream().filter(this::isLostSince).toList());
          List<Pin> gone = still.stream().filter(this::isLostSince).toList();
          pins.abort(sql, gone, PinTable.REPLACED, tokens.now());
          return gone;
        });
  }

  /** A file that had no identifier may have got one since. */
  private boolean isLostSince(Pin pin) {
    return isLost(pin, pin.file().isPresent());
  }

  private List<Pin> withoutMoving(JdbcClient sql, List<Pin> lost) {
    Map<String, Predicate<AreaPath>> moving = new HashMap<>();
    return lost.stream()
        .filter(
            pin ->
                locator.locate(pin.surl()) instanceof Place place
                    && !moving
                        .computeIfAbsent(place.area().name(), area -> movingNames.moving(sql, area))
                        .test(place.path()))
        .toList();
  }

  private void abort(List<Pin> files, String why, Instant now) {
    afterwards.run(
        sql -> {
          pins.abort(sql, files, why, now);
          return files;
        });
  }

  /**
   * @param byIdentifier whether the file counts as lost where the name has another identifier
   */
  private boolean isLost(Pin pin, boolean byIdentifier) {
    if (!(locator.locate(pin.surl()) instanceof Place place)) {
      return false;
    }
    try {
      EntryFacts facts = place.area().tree().facts(place.path());
      return !facts.isFile() || (byIdentifier && !facts.id().equals(pin.file()));
    } catch (StorageException e) {
      // a filesystem that does not answer says nothing about the file
      return e.reason() == Reason.MISSING || e.reason() == Reason.NOT_A_DIRECTORY;
    }
  }
}
