package org.bora.door.figures;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.bora.api.figures.ReasonCount;

/** Counts credentials that an HTTP port has issued, and those that it has refused. Thread safe. */
public final class CredentialCounts {

  /** Kinds of credentials that callers ask for. */
  public enum Issue {
    MACAROON,
    OAUTH
  }

  /** Kinds of credentials that callers show instead of a certificate. */
  public enum Shown {
    /** Of an issuer. */
    TOKEN,
    MACAROON,
    TURL
  }

  private final Map<Issue, LongAdder> issued = counts(Issue.class);
  private final Map<Issue, LongAdder> denied = counts(Issue.class);
  private final Map<Shown, LongAdder> refused = counts(Shown.class);

  private static <E extends Enum<E>> Map<E, LongAdder> counts(Class<E> kinds) {
    Map<E, LongAdder> counts = new EnumMap<>(kinds);
    for (E kind : kinds.getEnumConstants()) {
      counts.put(kind, new LongAdder());
    }
    return counts;
  }

  /** A caller got one. */
  public void issued(Issue kind) {
    issued.get(kind).increment();
  }

  /** A caller requested a delegation and got none. */
  public void denied(Issue kind) {
    denied.get(kind).increment();
  }

  /** One that was shown does not count. */
  public void refused(Shown kind) {
    refused.get(kind).increment();
  }

  /** By kind. */
  public List<ReasonCount> issued() {
    return list(issued);
  }

  /** By kind. */
  public List<ReasonCount> denied() {
    return list(denied);
  }

  /** By kind. */
  public List<ReasonCount> refused() {
    return list(refused);
  }

  private static <E extends Enum<E>> List<ReasonCount> list(Map<E, LongAdder> counts) {
    return counts.entrySet().stream()
        .map(
            count ->
                new ReasonCount(
                    count.getKey().name().toLowerCase(Locale.ROOT), count.getValue().sum()))
        .toList();
  }
}
