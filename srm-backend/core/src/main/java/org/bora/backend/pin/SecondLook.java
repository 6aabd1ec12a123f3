package org.bora.backend.pin;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.TokenSource;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Looks once more at files that were pinned, after the commit. Whatever takes a file from its name
 * does so first and then ends the pins on it: so either it sees the pin, or this look sees that the
 * file has gone, however long this backend was frozen in between. Thread safe.
 */
final class SecondLook {
  private final Transactions afterwards;
  private final Locator locator;
  private final TokenSource tokens;
  private final PinTable pins = new PinTable();
  private final RequestNameTable names = new RequestNameTable();

  SecondLook(Transactions transactions, Locator locator, TokenSource tokens) {
    this.afterwards = transactions.toTheEnd();
    this.locator = locator;
    this.tokens = tokens;
  }

  /**
   * A request of which every pinned file is the one that has its name now.
   *
   * @param last whether pins on other files end, and the request stays; otherwise the whole request
   *     is given up where there are any, and the answer is empty: it is to be begun anew
   */
  Optional<PinnedFiles> confirmed(PinnedFiles request, boolean last) {
    Set<Pin> lost = new LinkedHashSet<>();
    for (Pin pin : request.files()) {
      if (pin.state() == PinState.PINNED && isLost(pin)) {
        lost.add(pin);
      }
    }
    if (lost.isEmpty()) {
      return Optional.of(request);
    }
    Instant now = tokens.now();
    if (!last) {
      giveUp(request, now);
      return Optional.empty();
    }
    abort(List.copyOf(lost), now);
    List<Pin> files = new ArrayList<>();
    request.files().forEach(pin -> files.add(lost.contains(pin) ? pin.aborted(now) : pin));
    return Optional.of(new PinnedFiles(request.head(), files));
  }

  private void abort(List<Pin> files, Instant now) {
    afterwards.run(
        sql -> {
          pins.move(sql, files, PinState.Event.ABORT, now);
          return files;
        });
  }

  /** The request that is begun instead may need its name. */
  private void giveUp(PinnedFiles request, Instant now) {
    afterwards.run(
        sql -> {
          pins.move(sql, request.files(), PinState.Event.ABORT, now);
          if (request.head().kind() == RequestKind.BRING_ONLINE) {
            names.free(sql, request.head().token());
          }
          return request;
        });
  }

  private boolean isLost(Pin pin) {
    if (!(locator.locate(pin.surl()) instanceof Place place)) {
      return false;
    }
    try {
      EntryFacts facts = place.area().tree().facts(place.path());
      return !facts.isFile() || !facts.id().equals(pin.file());
    } catch (StorageException e) {
      // a filesystem that does not answer says nothing about the file
      return e.reason() == Reason.MISSING || e.reason() == Reason.NOT_A_DIRECTORY;
    }
  }
}
