package org.bora.door.macaroon;

import java.net.InetAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Action;
import org.bora.api.word.Grant.Scope;
import org.bora.door.token.TokenRefused;

/** All caveats of a macaroon; each must be met. */
final class Caveats {
  private Instant end = Instant.MAX;
  private String path = "/";
  private Set<Activity> activities = EnumSet.allOf(Activity.class);
  private final List<Caveat.From> origins = new ArrayList<>();
  private final Set<String> words = new LinkedHashSet<>();

  private Caveats() {}

  /**
   * Reads them.
   *
   * @throws TokenRefused naming the first that is not known, or leaves nothing
   */
  static Caveats of(List<String> texts) throws TokenRefused {
    Caveats caveats = new Caveats();
    for (String text : texts) {
      caveats.add(text);
    }
    return caveats;
  }

  private void add(String text) throws TokenRefused {
    switch (Caveat.read(text)) {
      case Caveat.Before(Instant time) -> end = time.isBefore(end) ? time : end;
      case Caveat.From from -> origins.add(from);
      case Caveat.Path(String other) -> {
        path =
            narrower(path, other).orElseThrow(() -> Caveat.refused(text, "is not below " + path));
        words.add(text);
      }
      case Caveat.Activities(Set<Activity> allowed) -> {
        Set<Activity> both = EnumSet.copyOf(activities);
        both.retainAll(allowed);
        if (both.isEmpty()) {
          throw Caveat.refused(text, "leaves no activity");
        }
        activities = both;
        words.add(text);
      }
    }
  }

  /** The deeper one of two paths, one of which contains the other. */
  private static Optional<String> narrower(String one, String other) {
    if (new Scope(Action.LIST, one, false).covers(other)) {
      return Optional.of(other);
    }
    return new Scope(Action.LIST, other, false).covers(one) ? Optional.of(one) : Optional.empty();
  }

  /** When the first of them ends it; {@link Instant#MAX} where none does. */
  Instant end() {
    return end;
  }

  /** Refuses a request at this time and from this address. */
  void require(Instant now, String host) throws TokenRefused {
    if (!now.isBefore(end)) {
      throw Caveat.refused("before:" + end, "does not hold: that time is over");
    }
    for (Caveat.From from : origins) {
      InetAddress address = address(host);
      if (address == null || from.ranges().stream().noneMatch(range -> range.contains(address))) {
        throw Caveat.refused("ip:" + from.ranges(), "does not hold for " + host);
      }
    }
  }

  private static InetAddress address(String host) {
    try {
      return InetAddress.ofLiteral(host);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** The rights of the issuing caller that they leave. */
  Grant grant() {
    Set<Action> actions = new LinkedHashSet<>();
    activities.forEach(activity -> actions.add(activity.action()));
    if (activities.contains(Activity.UPLOAD) && activities.contains(Activity.DELETE)) {
      actions.add(Action.MODIFY);
    }
    List<Scope> scopes = actions.stream().map(action -> new Scope(action, path, false)).toList();
    String said = words.isEmpty() ? "no caveat" : "the caveats " + String.join(" ", words);
    return new Grant(scopes, Optional.of(said));
  }
}
