package org.bora.backend.pin;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Ends the wait of pins when their file is back from tape, or has changed. A pin is on a name, so
 * what counts is the file that has the name now. Thread safe.
 */
public final class StagedPins {
  private final Locator locator;
  private final TokenSource tokens;
  private final StagedPinTable pins = new StagedPinTable();
  private final CertainFiles certain = new CertainFiles();

  /**
   * @param tokens whose clock is that of the pins
   */
  public StagedPins(Locator locator, TokenSource tokens) {
    this.locator = Objects.requireNonNull(locator, "locator");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
  }

  /**
   * Checks each name under which a file is waited for: a file on disk is pinned, a missing one is
   * refused. Suspended requests continue to wait. The caller has locked the file's recall. The
   * changes are dated after the last check, which may take as long as the filesystem hangs: a
   * change dated long before its commit would be missed by queries for changes since a time.
   *
   * @return recalls to be requested, because another file on tape now has the name
   */
  public List<Staging.Wish> settle(JdbcClient sql, UUID file, Instant now) {
    Map<Pin, FileLook.Seen> looked = new LinkedHashMap<>();
    for (Pin pin : pins.namesOf(sql, file, now)) {
      looked.put(pin, certain.of(sql, look(pin, now)));
    }
    return settle(sql, file, looked, tokens.now());
  }

  private List<Staging.Wish> settle(
      JdbcClient sql, UUID file, Map<Pin, FileLook.Seen> looked, Instant now) {
    List<Staging.Wish> others = new ArrayList<>();
    for (Map.Entry<Pin, FileLook.Seen> one : looked.entrySet()) {
      Pin pin = one.getKey();
      FileLook.Seen seen = one.getValue();
      if (seen.failure().isEmpty() && seen.isOnTapeAlone()) {
        Staged other = seen.staged().orElseThrow();
        pins.redirect(sql, file, pin.key(), other.file());
        others.add(new Staging.Wish(other, Asker.of(owner(sql, pin.token())), pin.until()));
      } else {
        Pin settled =
            seen.failure()
                .map(why -> pin.refused(why, now))
                .orElseGet(() -> pin.pinned(seen.file(), seen.size(), now));
        pins.settle(sql, file, settled, now);
      }
    }
    return others;
  }

  private FileLook.Seen look(Pin pin, Instant now) {
    return locator.locate(pin.surl()) instanceof Place place
        ? FileLook.at(place, now, WantedTurl.NONE)
        : FileLook.Seen.refused(pin.key(), FileLook.gone());
  }

  private String owner(JdbcClient sql, RequestToken token) {
    return pins.owners(sql, List.of(token)).getOrDefault(token, "");
  }
}
