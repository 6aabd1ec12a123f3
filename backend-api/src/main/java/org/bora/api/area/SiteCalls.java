package org.bora.api.area;

import java.util.List;
import org.bora.api.ban.BanCalls;
import org.bora.api.figures.DoorLoad;

/**
 * What frontends and doors ask of a backend for themselves, and for no caller. A backend without
 * areas of its own tells of none.
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
