package org.bora.api.area;

import java.util.List;
import org.bora.api.ban.BanCalls;

/**
 * What frontends and doors ask of a backend for themselves, and for no caller. A backend without
 * areas of its own tells of none.
 */
public interface SiteCalls extends BanCalls, AreaCalls {
  @Override
  default List<ServedArea> areas() {
    return List.of();
  }
}
