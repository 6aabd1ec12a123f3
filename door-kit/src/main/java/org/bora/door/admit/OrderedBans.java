package org.bora.door.admit;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the bans ordered by administrators to a frontend, and ends the transfers of banned
 * callers. While no backend answers, the bans of the last answer stay in force. Callers of the
 * constructor must first call {@link BoundedAdmission#awaitOrders}, so that no call is served
 * before the first answer. The owner asks for the bans every {@link #EVERY}, with one thread at a
 * time.
 */
public final class OrderedBans {
  /**
   * The time between two questions. Together with the age of an answer, a ban is in force within a
   * second.
   */
  public static final Duration EVERY = Duration.ofMillis(500);

  private static final Logger LOG = LoggerFactory.getLogger(OrderedBans.class);

  private final BanCalls asked;
  private final Consumer<BanSettings> taker;
  private final Consumer<String> ended;
  private volatile List<BannedName> last = List.of();
  private volatile boolean known;
  private boolean silent;

  /**
   * Has no bans yet.
   *
   * @param taker gets all valid bans when they have changed
   * @param ended gets the transfers to be ended, repeatedly
   */
  public OrderedBans(BanCalls asked, Consumer<BanSettings> taker, Consumer<String> ended) {
    this.asked = Objects.requireNonNull(asked, "asked");
    this.taker = Objects.requireNonNull(taker, "taker");
    this.ended = Objects.requireNonNull(ended, "ended");
  }

  /**
   * Those whom orders keep out here, by the last answer.
   *
   * @throws BackendFailure there was none yet
   */
  public List<BannedName> kept() {
    if (!known) {
      throw BackendFailure.notBegun("no backend has sent the list of bans yet");
    }
    return last;
  }

  /** Takes what holds now. */
  public synchronized void look() {
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
      LOG.info("the bans can be read again");
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
  public static BanSettings settings(List<BannedName> names) {
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
