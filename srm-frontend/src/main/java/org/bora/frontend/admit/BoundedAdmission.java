package org.bora.frontend.admit;

import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.api.word.Caller;
import org.bora.frontend.admit.turn.RetryTimes;
import org.bora.frontend.gsi.Identity;

/**
 * Lets in callers that are not banned while there is room, in total and for each certificate
 * subject. One subject gets the most that is allowed only while there is as much left for others:
 * its bound moves with the room that is free (A. Choudhury, E. Hahne, "Dynamic queue length
 * thresholds", 1998), so that no few of them can take all of it. Subjects whom no backend has
 * served yet get half of all at most, together: a certificate is easily had, and it is the backend
 * that knows who has rights here. A call without room is refused at once: an SRM client repeats a
 * refused call by itself.
 */
public final class BoundedAdmission implements Admission {

  /** What holds at a moment; a call sees one of these from its beginning to its end. */
  private record Bounds(AdmissionSettings settings, BanList bans) {

    static Bounds of(AdmissionSettings settings) {
      return new Bounds(settings, new BanList(settings.bans()));
    }
  }

  /** A subject may hold so many times what is free. */
  private static final int OF_FREE = 2;

  /** Their part of all calls. */
  private static final int STRANGERS = 2;

  private final Clock clock;
  private final RetryTimes retries;
  private final AtomicInteger all = new AtomicInteger();

  /** Calls in progress of subjects that were not known when they came. */
  private final AtomicInteger strangers = new AtomicInteger();

  private final KnownCallers knownCallers;

  /** Calls in progress by certificate subject; a subject without calls has no entry. */
  private final ConcurrentMap<String, Integer> inProgress = new ConcurrentHashMap<>();

  private volatile Bounds bounds;

  /** By order while it runs; those of the settings hold besides. Empty while it is not known. */
  private volatile Optional<BanList> ordered = Optional.of(new BanList(BanSettings.defaults()));

  /**
   * Admission without calls.
   *
   * @param clock gives deadlines
   * @param retries spreads what clients without room are told
   */
  public BoundedAdmission(AdmissionSettings settings, Clock clock, RetryTimes retries) {
    this.clock = Objects.requireNonNull(clock, "clock");
    this.retries = Objects.requireNonNull(retries, "retries");
    this.bounds = Bounds.of(settings);
    this.knownCallers = new KnownCallers(clock);
  }

  /** A backend has served this subject: it is no stranger, for an hour and more. */
  public void served(String dn) {
    knownCallers.add(dn);
  }

  /** From now on other bounds and bans hold; calls in progress go on and are counted. */
  public void change(AdmissionSettings settings) {
    bounds = Bounds.of(settings);
  }

  /** From now on no call is served, until the ordered bans are known for the first time. */
  public void awaitOrders() {
    ordered = Optional.empty();
  }

  /** From now on these are kept out, besides those of the settings; calls in progress go on. */
  public void order(BanSettings bans) {
    ordered = Optional.of(new BanList(bans));
  }

  /** Whether a caller is kept out, by settings or by order; takes no place. */
  public boolean isBanned(Identity identity) {
    return ban(identity, bounds, ordered).isPresent();
  }

  private static Optional<BanList.Hit> ban(
      Identity identity, Bounds now, Optional<BanList> orders) {
    return switch (identity) {
      case Identity.Known known ->
          now.bans()
              .bans(known.caller())
              .or(() -> orders.flatMap(list -> list.bans(known.caller())));
      case Identity.Rejected rejected ->
          now.bans()
              .bansName(rejected.dn())
              .or(() -> orders.flatMap(list -> list.bansName(rejected.dn())));
    };
  }

  @Override
  public Verdict admit(Identity identity) {
    Bounds now = bounds;
    Optional<BanList> orders = ordered;
    Optional<BanList.Hit> ban = ban(identity, now, orders);
    if (ban.isPresent()) {
      return new Verdict.Banned(identity.dn(), ban.get().toString());
    }
    return switch (identity) {
      case Identity.Known known -> admit(known.caller(), now.settings(), orders.isPresent());
      case Identity.Rejected rejected -> new Verdict.Unproven(rejected.dn(), rejected.reason());
    };
  }

  private Verdict admit(Caller caller, AdmissionSettings settings, boolean ordersKnown) {
    if (!ordersKnown) {
      return new Verdict.NotReady(caller.dn(), retries.after(settings.retryIn()));
    }
    String dn = caller.dn();
    int most = settings.callsInProgress();
    int free = most - taken(all, most);
    if (free == 0) {
      return new Verdict.Busy(dn, Verdict.Full.SERVER, retries.after(settings.retryIn()));
    }
    boolean stranger = !knownCallers.contains(dn);
    if (stranger) {
      int share = Math.max(1, most / STRANGERS);
      free = Math.min(free, share - taken(strangers, share));
      if (free == 0) {
        all.decrementAndGet();
        return new Verdict.Busy(dn, Verdict.Full.SERVER, retries.after(settings.retryIn()));
      }
    }
    if (!takeShare(dn, Math.min(settings.callsPerCaller(), OF_FREE * free))) {
      giveBack(stranger);
      return new Verdict.Busy(dn, Verdict.Full.CALLS_OF_CALLER, retries.after(settings.retryIn()));
    }
    return new Verdict.Admitted(
        caller, clock.instant().plus(settings.deadline()), () -> giveBack(dn, stranger));
  }

  /** Takes a place if there is one; the places that were taken before. */
  private static int taken(AtomicInteger places, int most) {
    return Math.min(most, places.getAndUpdate(calls -> calls < most ? calls + 1 : calls));
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

  private void giveBack(String dn, boolean stranger) {
    inProgress.computeIfPresent(dn, (subject, calls) -> calls == 1 ? null : calls - 1);
    giveBack(stranger);
  }

  private void giveBack(boolean stranger) {
    if (stranger) {
      strangers.decrementAndGet();
    }
    all.decrementAndGet();
  }

  /** Calls that have been let in and not been given back. */
  public int callsInProgress() {
    return all.get();
  }
}
