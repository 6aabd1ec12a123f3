package org.bora.simulation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;
import org.junit.jupiter.api.Test;

class BanOrdersTest {
  private static final String NAMES = "/CN=client-1.";
  private static final String DN = NAMES + "2";
  private static final Duration LASTS = Duration.ofSeconds(30);
  private static final Duration SOON = BanOrders.BOUND.dividedBy(2);
  private static final Duration LATER = BanOrders.BOUND.plusMillis(1);

  private final Choices choices = Choices.seeded(1);
  private final Scheduler scheduler = new Scheduler(choices, Instant.parse("2026-11-20T12:00:00Z"));
  private final Calm calm = new Calm(scheduler, choices);
  private final Report report = new Report(scheduler, Only.ALL);
  private final BanOrders orders = new BanOrders(scheduler, calm, report);

  /** Runs a test when the site is calm and has been for a while, without hidden faults. */
  private void atRest(Runnable test) {
    scheduler.run(
        () -> {
          while (!calm.isWholeSince(scheduler.nanos() - LASTS.toNanos())
              || !calm.isWholeSince(scheduler.nanos())) {
            scheduler.sleep(Duration.ofSeconds(1));
          }
          test.run();
        });
  }

  private int wrong(Runnable answer) {
    int before = report.contradictions().size();
    answer.run();
    return report.contradictions().size() - before;
  }

  private int admitted() {
    return wrong(() -> orders.admitted(DN));
  }

  private int refused() {
    return wrong(() -> orders.refused(DN));
  }

  @Test
  void whoIsBannedIsKeptOutSoonAfterItWasSaid() {
    atRest(
        () -> {
          assertEquals(1, refused(), "nobody has asked for it");
          BanOrders.Order order = orders.asks(NAMES, LASTS);
          scheduler.sleep(LATER);
          assertEquals(0, admitted(), "nobody has said that it holds");
          assertEquals(0, refused(), "it may hold");
          order.isAcknowledged();
          scheduler.sleep(SOON);
          assertEquals(0, admitted());
          scheduler.sleep(SOON.plusMillis(1));
          assertEquals(1, admitted());
          assertEquals(0, refused());
          assertEquals(0, wrong(() -> orders.admitted("/CN=client-10.1")));
          assertEquals(1, wrong(() -> orders.refused("/CN=client-10.1")));
        });
  }

  @Test
  void whoIsNotBannedAnyMoreIsLetInSoonAfterItWasSaid() {
    atRest(
        () -> {
          BanOrders.Order order = orders.asks(NAMES, LASTS);
          order.isAcknowledged();
          scheduler.sleep(LATER);
          order.isToEnd();
          assertEquals(0, admitted(), "it may be lifted");
          scheduler.sleep(LATER);
          assertEquals(0, refused(), "nobody has said that it is");
          order.isLifted();
          scheduler.sleep(SOON);
          assertEquals(0, refused());
          scheduler.sleep(SOON.plusMillis(1));
          assertEquals(1, refused());
          assertEquals(0, admitted());
        });
  }

  @Test
  void oneThatIsOverIsNone() {
    atRest(
        () -> {
          orders.asks(NAMES, LASTS).isAcknowledged();
          scheduler.sleep(LASTS);
          assertEquals(0, admitted());
          assertEquals(0, refused());
          scheduler.sleep(LATER);
          assertEquals(1, refused());
        });
  }

  @Test
  void whereSomethingHappensAFrontendMayNotKnow() {
    scheduler.run(
        () -> {
          orders.asks(NAMES, LASTS).isAcknowledged();
          scheduler.sleep(LATER);
          assertEquals(0, admitted());
          scheduler.sleep(LASTS.plus(LATER));
          assertEquals(0, refused());
        });
  }
}
