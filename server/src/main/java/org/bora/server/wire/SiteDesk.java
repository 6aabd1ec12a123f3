package org.bora.server.wire;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.bora.api.area.ServedArea;
import org.bora.api.area.SiteCalls;
import org.bora.api.ban.BanCalls;
import org.bora.api.ban.BannedName;
import org.bora.api.figures.DoorLoad;
import org.bora.api.figures.FleetFigures;
import org.bora.backend.area.AreaGates;

/** What a backend answers to frontends and doors themselves, rather than to their clients. */
record SiteDesk(BanCalls orders, AreaGates gates, Supplier<FleetFigures> fleet)
    implements SiteCalls {
  private static final Duration FRESH = Duration.ofSeconds(15);

  @Override
  public List<BannedName> bans() {
    return orders.bans();
  }

  @Override
  public List<ServedArea> areas() {
    return gates.served();
  }

  /** Of processes that reported within the last three intervals. */
  @Override
  public List<DoorLoad> doors() {
    FleetFigures now = fleet.get();
    return now.processes().stream()
        .filter(process -> process.at().isAfter(now.at().minus(FRESH)))
        .flatMap(process -> process.load().stream())
        .toList();
  }
}
