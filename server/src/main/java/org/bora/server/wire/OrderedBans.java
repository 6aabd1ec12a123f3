package org.bora.server.wire;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.bora.api.BackendFailure;
import org.bora.api.ban.BanCalls;
import org.bora.api.ban.BannedName;
import org.bora.door.admit.Ban;
import org.bora.door.admit.BanSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the bans that administrators order to a frontend, and ends the transfers that they end.
 * While no backend can tell which they are, those of the last answer hold; before the first one no
 * call is served. For one thread at a time.
 */
final class OrderedBans {
  private static final Logger LOG = LoggerFactory.getLogger(OrderedBans.class);

  /** With how old an answer may be, an order holds within a second. */
  private static final Duration EVERY = Duration.ofMillis(500);

  private final BanCalls asked;
  private final Consumer<BanSettings> taker;
  private final Consumer<String> ended;
  private volatile List<BannedName> last = List.of();
  private volatile boolean known;
  private boolean silent;

  /**
   * @param ended is told which transfers are to end, again and again
   */
  OrderedBans(BanCalls asked, Consumer<BanSettings> taker, Consumer<String> ended) {
    this.asked = Objects.requireNonNull(asked, "asked");
    this.taker = Objects.requireNonNull(taker, "taker");
    this.ended = Objects.requireNonNull(ended, "ended");
  }

  /**
   * Looks once now, before anybody is served, and from then on again and again.
   *
   * @param ended see the constructor
   * @return tells whom this process keeps out
   */
  static BanCalls watch(
      BanCalls asked, Gates gates, Consumer<String> ended, Threads threads, Running running) {
    gates.admission().awaitOrders();
    OrderedBans bans = new OrderedBans(asked, gates.admission()::order, ended);
    bans.look();
    // as what only closes, and is no duty: who drains serves its last callers, and not the banned
    Repeated looks = Repeated.every(EVERY, "bans", bans::look, threads);
    AutoCloseable apart = () -> looks.close();
    running.add("bans", apart);
    return bans::kept;
  }

  /**
   * Those whom orders keep out here, by the last answer.
   *
   * @throws BackendFailure there was none yet
   */
  List<BannedName> kept() {
    if (!known) {
      throw BackendFailure.notBegun("no backend has said yet who is banned by order");
    }
    return last;
  }

  /** Takes what holds now. */
  synchronized void look() {
    List<BannedName> all;
    try {
      all = asked.bans();
    } catch (RuntimeException unknown) {
      // whatever it is: it may be so twice a second for hours
      if (!silent) {
        LOG.warn(
            "the list of bans could not be refreshed; the bans known so far stay in force: {}",
            unknown.toString());
      }
      silent = true;
      return;
    }
    if (silent) {
      LOG.info("who is banned by order is known again");
    }
    silent = false;
    List<BannedName> now = all.stream().filter(one -> !isTransfer(one)).toList();
    all.stream().filter(OrderedBans::isTransfer).map(BannedName::pattern).forEach(ended);
    if (!now.equals(last)) {
      last = List.copyOf(now);
      taker.accept(settings(last));
      LOG.info("bans by administrators: {}", last.size());
    } else if (!known) {
      taker.accept(settings(last));
    }
    known = true;
  }

  private static boolean isTransfer(BannedName name) {
    return name.kind() == BannedName.Kind.TRANSFER;
  }

  /** As callers are compared with them. */
  static BanSettings settings(List<BannedName> names) {
    Map<BannedName.Kind, List<Ban>> bans = new EnumMap<>(BannedName.Kind.class);
    for (BannedName name : names) {
      bans.computeIfAbsent(name.kind(), none -> new ArrayList<>())
          .add(new Ban(name.pattern(), name.origin()));
    }
    return new BanSettings(
        bans.getOrDefault(BannedName.Kind.DN, List.of()),
        bans.getOrDefault(BannedName.Kind.VO, List.of()),
        bans.getOrDefault(BannedName.Kind.AUTHORITY, List.of()));
  }
}
