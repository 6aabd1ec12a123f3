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
   * Looks once now, before anybody is served, and from then on again and again.
   *
   * @param ended is told which transfers are to end, again and again
   * @return tells whom this process keeps out
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
