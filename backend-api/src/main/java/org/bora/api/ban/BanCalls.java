package org.bora.api.ban;

import java.util.List;

/** Ordered bans. Frontends ask about twice a second, for all their callers. */
@FunctionalInterface
public interface BanCalls {

  /**
   * All bans that hold now, and not those of the configuration, and the transfers that were ended
   * lately.
   *
   * @throws org.bora.api.BackendFailure they are not known just now
   */
  List<BannedName> bans();
}
