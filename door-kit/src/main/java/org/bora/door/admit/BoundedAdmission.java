package org.bora.door.admit;

import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.bora.api.word.Caller;
import org.bora.door.admit.turn.RetryTimes;
import org.bora.door.gsi.Identity;

/**
 * Admits callers that are not banned while there is room ({@link Places}), for calls and for
 * transfers. Strangers are subjects whom no backend has served yet, because many people have a
 * certificate, and only the backend knows who has rights here. A call without room is refused at
 * once, because SRM clients repeat refused calls.
 */
public final class BoundedAdmission implements Admission {

  /** The limits in force; a call uses the same ones from its beginning to its end. */
  private record Bounds(AdmissionSettings settings, BanList bans) {

    static Bounds of(AdmissionSettings settings) {
      return new Bounds(settings, new BanList(settings.bans()));
    }
  }

  private final Clock clock;
  private final RetryTimes retries;
  private final Places calls = new Places();
  private final Places transfers = new Places();
  private final LongAdder transfersRefused = new LongAdder();
  private final KnownCallers knownCallers;

  private volatile Bounds bounds;

  /** Bans by order; those of the settings apply in addition. Empty while they are not known. */
  private volatile Optional<BanList> ordered = Optional.of(new BanList(BanSettings.defaults()));

  /**
   * Admission without calls.
   *
   * @param clock for deadlines
   * @param retries spreads the retry times of refused clients
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

  /** Sets the bans by order, in addition to those of the settings; calls in progress continue. */
  public void order(BanSettings bans) {
    ordered = Optional.of(new BanList(bans));
  }

  /** Whether a caller is banned, by settings or by order; takes no place. */
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

  /**
   * The same callers where bytes pass at the pace of the client: transfers have places of their
   * own, so that slow ones keep no call waiting. Called before any work is done, closed when the
   * transfer ends.
   */
  public Admission transfers() {
    return identity -> {
      Verdict verdict = admit(identity, this::roomForTransfers);
      if (verdict instanceof Verdict.Busy) {
        transfersRefused.increment();
      }
      return verdict;
    };
  }

  private Room roomForTransfers(AdmissionSettings settings) {
    TransferSettings bound = settings.transfers();
    return new Room(transfers, bound.most(), bound.perCaller(), Verdict.Full.TRANSFERS_OF_CALLER);
  }

  @Override
  public Verdict admit(Identity identity) {
    return admit(
        identity,
        settings ->
            new Room(
                calls,
                settings.callsInProgress(),
                settings.callsPerCaller(),
                Verdict.Full.CALLS_OF_CALLER));
  }

  private record Room(Places places, int most, int perCaller, Verdict.Full own) {}

  private Verdict admit(Identity identity, Function<AdmissionSettings, Room> rooms) {
    Bounds now = bounds;
    Optional<BanList> orders = ordered;
    Optional<BanList.Hit> ban = ban(identity, now, orders);
    if (ban.isPresent()) {
      return new Verdict.Banned(identity.dn(), ban.get().toString());
    }
    AdmissionSettings settings = now.settings();
    return switch (identity) {
      case Identity.Known(Caller caller) when orders.isEmpty() ->
          new Verdict.NotReady(caller.dn(), retries.after(settings.retryIn()));
      case Identity.Known(Caller caller) -> admit(caller, settings, rooms.apply(settings));
      case Identity.Rejected rejected -> new Verdict.Unproven(rejected.dn(), rejected.reason());
    };
  }

  private Verdict admit(Caller caller, AdmissionSettings settings, Room room) {
    String dn = caller.dn();
    Places places = room.places();
    boolean stranger = !knownCallers.contains(dn);
    Optional<Places.Lack> lack = places.take(dn, stranger, room.most(), room.perCaller());
    if (lack.isPresent()) {
      Verdict.Full full = lack.get() == Places.Lack.OF_ALL ? Verdict.Full.SERVER : room.own();
      return new Verdict.Busy(dn, full, retries.after(settings.retryIn()));
    }
    return new Verdict.Admitted(
        caller, clock.instant().plus(settings.deadline()), () -> places.giveBack(dn, stranger));
  }

  /** Calls that have been let in and not been given back. */
  public int callsInProgress() {
    return calls.taken();
  }

  /** Transfers that have been let in and not been given back. */
  public int transfersInProgress() {
    return transfers.taken();
  }

  /** Transfers that found no room, so far. */
  public long transfersRefused() {
    return transfersRefused.sum();
  }
}
