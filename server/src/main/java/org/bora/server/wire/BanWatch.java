package org.bora.server.wire;

import java.util.function.Consumer;
import org.bora.api.ban.BanCalls;
import org.bora.door.admit.OrderedBans;

/**
 * Applies ordered bans in a process that serves callers. Until it has read the bans for the first
 * time, the process refuses all callers.
 */
final class BanWatch {
  private BanWatch() {}

  /**
   * Reads the bans now, before any client is served, and then regularly.
   *
   * @param ended gets the transfers to be ended, repeatedly
   * @return finds the ban of a caller
   */
  static BanCalls begin(
      BanCalls asked, Gates gates, Consumer<String> ended, Threads threads, Running running) {
    gates.admission().awaitOrders();
    OrderedBans bans = new OrderedBans(asked, gates.admission()::order, ended);
    bans.look();
    // as what only closes, and is no duty: who drains serves its last callers, and not the banned
    Repeated looks = Repeated.every(OrderedBans.EVERY, "bans", bans::look, threads);
    AutoCloseable apart = () -> looks.close();
    running.add("bans", apart);
    return bans::kept;
  }
}
