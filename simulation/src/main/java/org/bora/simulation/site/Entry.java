package org.bora.simulation.site;

import java.time.Clock;
import java.util.SplittableRandom;
import org.bora.api.word.Caller;
import org.bora.door.admit.AdmissionSettings;
import org.bora.door.admit.BoundedAdmission;
import org.bora.door.admit.OrderedBans;
import org.bora.door.admit.Verdict;
import org.bora.door.admit.turn.RetryTimes;
import org.bora.door.gsi.Identity;
import org.bora.frontend.dispatch.BackendPool;
import org.bora.frontend.dispatch.RemoteSite;
import org.bora.simulation.schedule.Scheduler;

/**
 * Decides which callers one life of a frontend admits: the product's admission, with the bans by
 * order.
 */
final class Entry {
  private final BoundedAdmission admission;
  private final BanOrders orders;

  /**
   * Queries the bans once before the first caller is served, and from then on as the product does.
   *
   * @param scheduler of the current thread
   * @param process of the frontend
   */
  Entry(Scheduler scheduler, String process, Clock machine, BackendPool pool, BanOrders orders) {
    this.orders = orders;
    this.admission =
        new BoundedAdmission(
            AdmissionSettings.defaults(), machine, new RetryTimes(new SplittableRandom(0)));
    admission.awaitOrders();
    OrderedBans bans = new OrderedBans(new RemoteSite(pool), admission::order, _ -> {});
    bans.look();
    scheduler.start(
        process,
        "bans",
        () -> {
          while (true) {
            scheduler.park(OrderedBans.EVERY); // a timer would wake all waiting threads
            bans.look();
          }
        });
  }

  /** The verdict on a call that arrives now; to be closed when the call is answered. */
  Verdict admit(Caller caller) {
    Verdict verdict = admission.admit(new Identity.Known(caller));
    switch (verdict) {
      case Verdict.Admitted _ -> orders.admitted(caller.dn());
      case Verdict.Banned _ -> orders.refused(caller.dn());
      default -> {} // no caller is admitted yet
    }
    return verdict;
  }
}
