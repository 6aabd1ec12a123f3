package org.bora.api.area;

import java.util.List;
import org.bora.api.ban.BanCalls;
import org.bora.api.figures.DoorLoad;

/**
 * Operations that frontends and doors call for themselves, not for a client. A backend without
 * areas reports none.
 */
public interface SiteCalls extends BanCalls, AreaCalls {
  @Override
  default List<ServedArea> areas() {
    return List.of();
  }

  /** The doors that take clients whom other doors send on, as they told of themselves lately. */
  default List<DoorLoad> doors() {
    return List.of();
  }
}
