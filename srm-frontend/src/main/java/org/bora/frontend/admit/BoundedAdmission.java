package org.bora.frontend.admit;

import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import org.bora.api.word.Caller;
import org.bora.frontend.gsi.Identity;

/**
 * Lets in whoever is not banned while there is room, in total and for each certificate subject. A
 * call without room is refused at once rather than made to wait: an SRM client repeats a refused
 * call by itself, and a waiting one would hold a connection.
 */
public final class BoundedAdmission implements Admission {
  private final AdmissionSettings settings;
  private final BanList bans;
  private final Clock clock;
  private final Semaphore room;

  /** Calls in progress by certificate subject; a subject without calls has no entry. */
  private final ConcurrentMap<String, Integer> inProgress = new ConcurrentHashMap<>();

  public BoundedAdmission(AdmissionSettings settings, Clock clock) {
    this.settings = Objects.requireNonNull(settings, "settings");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.bans = new BanList(settings.bans());
    this.room = new Semaphore(settings.callsInProgress());
  }

  @Override
  public Verdict admit(Identity identity) {
    return switch (identity) {
      case Identity.Known known -> admit(known.caller());
      case Identity.Rejected rejected ->
          bans.bansName(rejected.dn())
              .<Verdict>map(what -> new Verdict.Banned(rejected.dn(), what))
              .orElseGet(() -> new Verdict.Unproven(rejected.dn(), rejected.reason()));
    };
  }

  private Verdict admit(Caller caller) {
    Optional<String> ban = bans.bans(caller);
    if (ban.isPresent()) {
      return new Verdict.Banned(caller.dn(), ban.get());
    }
    if (!room.tryAcquire()) {
      return new Verdict.Busy(caller.dn(), false, settings.retryIn());
    }
    if (!takeShare(caller.dn())) {
      room.release();
      return new Verdict.Busy(caller.dn(), true, settings.retryIn());
    }
    return new Verdict.Admitted(
        caller, clock.instant().plus(settings.deadline()), () -> giveBack(caller.dn()));
  }

  private boolean takeShare(String dn) {
    boolean[] taken = {false};
    inProgress.compute(
        dn,
        (subject, calls) -> {
          int now = calls == null ? 0 : calls;
          taken[0] = now < settings.callsPerCaller();
          return taken[0] ? Integer.valueOf(now + 1) : calls;
        });
    return taken[0];
  }

  private void giveBack(String dn) {
    inProgress.computeIfPresent(dn, (subject, calls) -> calls == 1 ? null : calls - 1);
    room.release();
  }

  /** Calls that have been let in and not been given back. */
  public int callsInProgress() {
    return settings.callsInProgress() - room.availablePermits();
  }
}
