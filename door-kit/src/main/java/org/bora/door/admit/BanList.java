package org.bora.door.admit;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;

/** The ban settings, prepared for queries. Immutable. */
public final class BanList {

  /** The ban that applies to a caller, and its kind: {@code dn}, {@code vo}... */
  public record Hit(String kind, Ban ban) {

    /** For administrators: the kind, the pattern and its place in the configuration. */
    @Override
    public String toString() {
      return kind + " " + ban.pattern() + (ban.origin().isEmpty() ? "" : " (" + ban.origin() + ")");
    }
  }

  private record Entry(Ban ban, Pattern pattern) {

    static Entry of(Ban ban) {
      // limit -1 keeps what stands before a leading and after a trailing star: nothing
      String regex =
          Arrays.stream(ban.pattern().split("\\*", -1))
              .map(Pattern::quote)
              .collect(Collectors.joining(".*"));
      return new Entry(ban, Pattern.compile(regex, Pattern.DOTALL));
    }

    boolean matches(String name) {
      return pattern.matcher(name).matches();
    }
  }

  private final List<Entry> dns;
  private final List<Entry> vos;
  private final List<Entry> authorities;

  public BanList(BanSettings settings) {
    dns = settings.dns().stream().map(Entry::of).toList();
    vos = settings.vos().stream().map(Entry::of).toList();
    authorities = settings.authorities().stream().map(Entry::of).toList();
  }

  /** The first ban that applies to this caller; empty if there is none. Used in every call. */
  public Optional<Hit> bans(Caller caller) {
    Optional<Hit> hit = first("dn", dns, caller.dn());
    if (hit.isEmpty()) {
      hit = first("authority", authorities, caller.issuer());
    }
    if (hit.isEmpty() && !vos.isEmpty()) {
      hit = caller.fqans().stream().flatMap(name -> voBan(name).stream()).findFirst();
    }
    return hit;
  }

  /** The ban of a name of which nothing else is proven. */
  Optional<Hit> bansName(String dn) {
    return first("dn", dns, dn);
  }

  private Optional<Hit> voBan(Fqan name) {
    return first("vo", vos, name.vo());
  }

  private static Optional<Hit> first(String kind, List<Entry> entries, String name) {
    for (Entry entry : entries) {
      if (entry.matches(name)) {
        return Optional.of(new Hit(kind, entry.ban()));
      }
    }
    return Optional.empty();
  }
}
