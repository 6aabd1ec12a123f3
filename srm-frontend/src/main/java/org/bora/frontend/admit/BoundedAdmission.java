package org.bora.frontend.admit;

import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.api.word.Caller;
import org.bora.frontend.gsi.Identity;

/**
 * Lets in whoever is not banned while there is room, in total and for each certificate subject. A
 * call without room is refused at once rather than made to wait: an SRM client repeats a refused
 * call by itself, and a waiting one would hold a connection.
 */
public final class BoundedAdmission implements Admission {

  /** What holds at a moment; a call sees one of these from its beginning to its end. */
  private record Bounds(AdmissionSettings settings, BanList bans) {

    static Bounds of(AdmissionSettings settings) {
      return new Bounds(settings, new BanList(settings.bans()));
    }
  }

  private final Clock clock;
  private final AtomicInteger all = new AtomicInteger();

  /** Calls in progress by certificate subject; a subject without calls has no entry. */
  private final ConcurrentMap<String, Integer> inProgress = new ConcurrentHashMap<>();

  private volatile Bounds bounds;

  public BoundedAdmission(AdmissionSettings settings, Clock clock) {
    this.clock = Objects.requireNonNull(clock, "clock");
    this.bounds = Bounds.of(settings);
  }

  /** From now on other bounds and bans hold; calls in progress go on and are counted. */
  public void change(AdmissionSettings settings) {
    bounds = Bounds.of(settings);
  }

  @Override
  public Verdict admit(Identity identity) {
    Bounds now = bounds;
    return switch (identity) {
      case Identity.Known known -> admit(known.caller(), now);
      case Identity.Rejected rejected ->
          now.bans()
              .bansName(rejected.dn())
              .<Verdict>map(hit -> new Verdict.Banned(rejected.dn(), hit.toString()))
              .orElseGet(() -> new Verdict.Unproven(rejected.dn(), rejected.reason()));
    };
  }

  private Verdict admit(Caller caller, Bounds now) {
    Optional<BanList.Hit> ban = now.bans().bans(caller);
    if (ban.isPresent()) {
      return new Verdict.Banned(caller.dn(), ban.get().toString());
    }
    AdmissionSettings settings = now.settings();
    int most = settings.callsInProgress();
    if (all.getAndUpdate(calls -> calls < most ? calls + 1 : calls) >= most) {
      return new Verdict.Busy(caller.dn(), false, settings.retryIn());
    }
    if (!takeShare(caller.dn(), settings.callsPerCaller())) {
      all.decrementAndGet();
      return new Verdict.Busy(caller.dn(), true, settings.retryIn());
    }
    return new Verdict.Admitted(
        caller, clock.instant().plus(settings.deadline()), () -> giveBack(caller.dn()));
  }

  private boolean takeShare(String dn, int most) {
    boolean[] taken = {false};
    inProgress.compute(
        dn,
        (subject, calls) -> {
          int now = calls == null ? 0 : calls;
          taken[0] = now < most;
          return taken[0] ? Integer.valueOf(now + 1) : calls;
        });
    return taken[0];
  }

  private void giveBack(String dn) {
    inProgress.computeIfPresent(dn, (subject, calls) -> calls == 1 ? null : calls - 1);
    all.decrementAndGet();
  }

  /** Calls that have been let in and not been given back. */
  public int callsInProgress() {
    return all.get();
  }
}
