package org.bora.frontend.admit;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;

/** The ban settings, ready to be asked. */
final class BanList {

  private record Entry(String text, Pattern pattern) {

    static Entry of(String text) {
      // limit -1 keeps what stands before a leading and after a trailing star: nothing
      String regex =
          Arrays.stream(text.split("\\*", -1))
              .map(Pattern::quote)
              .collect(Collectors.joining(".*"));
      return new Entry(text, Pattern.compile(regex, Pattern.DOTALL));
    }

    boolean matches(String name) {
      return pattern.matcher(name).matches();
    }
  }

  private final List<Entry> dns;
  private final List<Entry> vos;
  private final List<Entry> authorities;

  BanList(BanSettings settings) {
    dns = settings.dns().stream().map(Entry::of).toList();
    vos = settings.vos().stream().map(Entry::of).toList();
    authorities = settings.authorities().stream().map(Entry::of).toList();
  }

  /** The entry that bans this caller, as its kind and pattern; empty where none does. */
  Optional<String> bans(Caller caller) {
    return first("dn", dns, caller.dn())
        .or(() -> first("authority", authorities, caller.issuer()))
        .or(
            () ->
                caller.fqans().stream().map(Fqan::vo).flatMap(v -> voBan(v).stream()).findFirst());
  }

  /** The entry that bans a name of which nothing else is proven. */
  Optional<String> bansName(String dn) {
    return first("dn", dns, dn);
  }

  private Optional<String> voBan(String vo) {
    return first("vo", vos, vo);
  }

  private static Optional<String> first(String kind, List<Entry> entries, String name) {
    return entries.stream()
        .filter(entry -> entry.matches(name))
        .findFirst()
        .map(entry -> kind + " " + entry.text());
  }
}
