package org.bora.server.status;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BinaryOperator;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.bora.api.figures.CertificateEnd;
import org.bora.api.figures.LinkFigures;
import org.bora.server.drain.Drain;
import org.bora.server.process.ProcessIdentity;

/**
 * Collects what a process reports about itself. One thread adds parts during the start; afterwards
 * many threads may call {@link #now}.
 */
public final class StateSources {
  private final String process;
  private final String version;
  private final Instant started;
  private final Clock clock;
  private final List<Supplier<List<Trouble>>> troubles = new ArrayList<>();

  /** Asked for metrics while the process still starts. */
  private final List<Supplier<List<CertificateEnd>>> certificates = new CopyOnWriteArrayList<>();

  private Optional<Supplier<CallState>> calls = Optional.empty();
  private Optional<Supplier<List<LinkFigures>>> backends = Optional.empty();
  private LongSupplier alarms = () -> 0;

  /**
   * Nothing is known but this.
   *
   * @param process bora, frontend or backend
   */
  public StateSources(String process, String version, Clock clock) {
    this.process = Objects.requireNonNull(process, "process");
    this.version = Objects.requireNonNull(version, "version");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.started = clock.instant();
  }

  /** It has calls of clients. */
  public void calls(Supplier<CallState> now) {
    calls = Optional.of(now);
  }

  /** It calls backends; without a usable one it cannot work. */
  public void backends(Supplier<List<LinkFigures>> now) {
    backends = Optional.of(now);
    troubles.add(
        () ->
            now.get().stream().anyMatch(LinkFigures::ready)
                ? List.of()
                : List.of(
                    new Trouble(
                        "link", "no backend can be used; clients get an answer to retry later")));
  }

  /** It has tape systems, whose alarms are counted. */
  public void alarms(LongSupplier now) {
    alarms = now;
  }

  /** It has these certificates and revocation lists. */
  public void certificates(Supplier<List<CertificateEnd>> now) {
    certificates.add(now);
  }

  /** When they expire, the first of each kind. */
  public List<CertificateEnd> certificates() {
    return List.copyOf(
        certificates.stream()
            .flatMap(each -> each.get().stream())
            .collect(
                Collectors.toMap(
                    CertificateEnd::what,
                    each -> each,
                    BinaryOperator.minBy(Comparator.comparing(CertificateEnd::end)),
                    TreeMap::new))
            .values());
  }

  /** It may lack this. */
  public void trouble(Supplier<List<Trouble>> now) {
    troubles.add(now);
  }

  /** What it tells now. */
  public ProcessState now(Drain drain) {
    Instant now = clock.instant();
    return new ProcessState(
        process,
        Optional.of(ProcessIdentity.ofSelf().pid()),
        Optional.of(version),
        Optional.of(started),
        Duration.between(started, now).toSeconds(),
        Optional.of(drain.now()),
        troubles.stream().flatMap(each -> each.get().stream()).toList(),
        calls.map(Supplier::get),
        alarms.getAsLong(),
        backends.map(Supplier::get).orElse(List.of()),
        certificates().stream().map(each -> CertificateState.of(each, now)).toList());
  }
}
