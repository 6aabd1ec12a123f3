package org.bora.launcher.wire;

import java.util.List;
import org.bora.api.area.ServedArea;
import org.bora.api.area.SiteCalls;
import org.bora.api.ban.BanCalls;
import org.bora.api.ban.BannedName;
import org.bora.backend.area.AreaGates;

/** What a backend tells frontends and doors for themselves. */
record SiteDesk(BanCalls orders, AreaGates gates) implements SiteCalls {
  @Override
  public List<BannedName> bans() {
    return orders.bans();
  }

  @Override
  public List<ServedArea> areas() {
    return gates.served();
  }
}
