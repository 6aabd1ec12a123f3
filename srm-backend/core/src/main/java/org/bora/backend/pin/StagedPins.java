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
   * Looks under each name by which a file is waited for: what is on disk is pinned, what is not
   * there is refused. Suspended requests go on waiting. The file's recall is locked by the caller.
   * The changes are dated after the last look, which may take as long as a filesystem is silent:
   * who asks what has changed since a time misses what is dated long before its commit.
   *
   * @return what is to be asked for: another file on tape has the name now
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
