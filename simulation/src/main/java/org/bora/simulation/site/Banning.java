package org.bora.simulation.site;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.ban.BannedName;
import org.bora.backend.desk.Bans;
import org.bora.backend.desk.OrderedBan;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * An administrator who bans a client for up to a minute, and lifts half of the bans before they
 * expire. Every third site has one; in the other sites frontends do not query bans.
 */
final class Banning {
  /**
   * The kind of this event. Clients wait until they are admitted again, so it also happens in calm
   * periods.
   */
  static final String BAN = "ban of a client";

  private static final int LONGEST_SECONDS = 60;
  private static final int SITES_ONE_IN = 3;

  private final Scheduler scheduler;
  private final Choices choices;
  private final List<Host> hosts;
  private final Clients clients;
  private final Report report;
  private final BanOrders orders;
  private Optional<Ban> last = Optional.empty();

  /** The ban of one client, by a prefix of the names that it has in all its lives. */
  private static final class Ban {
    private final BanOrders.Order order;
    private Optional<UUID> id = Optional.empty();

    Ban(BanOrders.Order order) {
      this.order = order;
    }
  }

  /** Whether clients are banned in a site. */
  static boolean happens(Choices choices) {
    return choices.below(SITES_ONE_IN) == 0;
  }

  Banning(
      Scheduler scheduler,
      Choices choices,
      List<Host> hosts,
      Clients clients,
      Report report,
      BanOrders orders) {
    this.scheduler = scheduler;
    this.choices = choices;
    this.hosts = hosts;
    this.clients = clients;
    this.report = report;
    this.orders = orders;
  }

  /** Bans a client now and then, or lifts a ban. */
  void act() {
    Host host = hosts.get(choices.below(hosts.size()));
    boolean now = choices.below(2) == 0;
    int client = choices.below(clients.size());
    Duration lasts = Duration.ofSeconds(1 + choices.below(LONGEST_SECONDS));
    if (!now || !host.isUp()) {
      return;
    }
    if (last.isEmpty() || last.get().order.isOver()) {
      if (report.hidden(host.name(), BAN)) {
        ban(host.backend(), "/DC=org/DC=example/CN=" + clients.name(client) + ".", lasts);
      }
    } else if (last.get().id.isPresent() && report.hidden(host.name(), "end of a ban")) {
      lift(host.backend(), last.get());
    }
  }

  private void ban(SimulatedBackend by, String names, Duration lasts) {
    Ban ban = new Ban(orders.asks(names, lasts));
    last = Optional.of(ban);
    order(
        by,
        bans -> {
          ban.id =
              bans.add(BannedName.Kind.DN, names + "*", "simulated", "admin", Optional.of(lasts))
                  .map(OrderedBan::id);
          ban.order.isAcknowledged();
        });
  }

  private void lift(SimulatedBackend by, Ban ban) {
    ban.order.isToEnd();
    order(
        by,
        bans -> {
          boolean _ = bans.lift(ban.id.orElseThrow()); // the ban may have expired
          ban.order.isLifted();
        });
  }

  /** The part of a ban that a backend carries out. */
  private interface Work {
    void with(Bans bans);
  }

  private void order(SimulatedBackend by, Work work) {
    scheduler.start(
        by.process(),
        "bans",
        () -> {
          try {
            work.with(by.bans());
            report.moved("bans ordered");
          } catch (RuntimeException e) {
            // the database failed, and it is unknown what was done
            report.moved("bans not ordered");
          }
        });
  }
}
