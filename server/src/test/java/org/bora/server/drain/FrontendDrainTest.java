package org.bora.server.drain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FrontendDrainTest {
  private static final Duration LONG = Duration.ofHours(1);

  private final Door door = new Door();
  private final AtomicLong now = new AtomicLong();

  @Test
  void aDrainingFrontendIsNotReadyAndKeepsItsPort() {
    FrontendDrain drain = drain(Duration.ZERO);
    assertTrue(drain.isReady());
    drain.begin();
    assertFalse(drain.isReady());
    assertFalse(drain.isClosed());
    assertEquals(List.of("leave"), door.told);
  }

  @Test
  void loadBalancersGetTheirTimeBeforeItIsIdle() {
    FrontendDrain drain = drain(Duration.ofSeconds(5));
    drain.begin();
    now.addAndGet(Duration.ofMillis(4001).toNanos());
    assertEquals(
        List.of(
            new Left(
                "notice-seconds", 1, "load balancers have 1 s to notice that it is not ready")),
        drain.left());
    now.addAndGet(Duration.ofMillis(999).toNanos());
    assertEquals(List.of(), drain.left());
  }

  @Test
  void itCanBePutBackAlsoWhenItHasBeenIdleForLong() {
    FrontendDrain drain = drain(Duration.ZERO);
    drain.begin();
    now.addAndGet(LONG.toNanos());
    assertEquals(List.of(), drain.left());
    assertTrue(drain.undo());
    assertTrue(drain.isReady());
    assertEquals(List.of("leave", "stay"), door.told);
  }

  @Test
  void onceClosedItCannotBePutBack() throws Exception {
    FrontendDrain drain = drain(Duration.ZERO);
    door.mayClose.countDown();
    drain.finish(LONG);
    assertFalse(drain.undo());
    assertFalse(drain.isReady());
    assertTrue(drain.isClosed());
  }

  @Test
  void anOrderToCloseIsTakenBackAsLongAsThePortIsOpen() throws Exception {
    FrontendDrain drain = drain(LONG);
    drain.close();
    assertTrue(drain.undo());
    assertEquals(List.of("leave", "stay"), door.told);

    door.mayClose.countDown();
    FrontendDrain again = drain(Duration.ofMillis(1));
    again.begin();
    again.undo();
    again.begin();
    again.close();
    again.close();
    again.finish(LONG);
    assertEquals(1, door.told.stream().filter("close"::equals).count());
  }

  @Test
  void aStopWaitsForAnswersAndNotForIdleConnections() throws Exception {
    FrontendDrain drain = drain(Duration.ZERO);
    door.open.set(3);
    door.owed.set(1);
    door.mayClose.countDown();
    Thread stop = Thread.ofVirtual().start(() -> finish(drain));
    assertTrue(door.closed.await(30, TimeUnit.SECONDS));
    assertFalse(stop.join(Duration.ofMillis(50)), "a client waits for an answer");
    door.owed.set(0);
    assertTrue(stop.join(Duration.ofSeconds(30)));
    assertEquals(
        new Left("connections-in-use", 0, "0 connections in use"), drain.left().getFirst());
    assertEquals(3, drain.left().get(1).count());
    door.open.set(0);
    assertEquals(List.of(), drain.left());
  }

  @Test
  void theStateIsToldAndTheServiceManagerHearsOfEachChange() throws Exception {
    FrontendDrain part = drain(Duration.ZERO);
    List<String> manager = new ArrayList<>();
    Drain drain = new Drain("frontend", List.of(part), manager::add);
    assertEquals("serving", drain.now().state());
    door.open.set(1);
    assertEquals("draining", drain.begin().state());
    door.open.set(0);
    assertEquals(new DrainState("frontend", "drained", true, List.of()), drain.now());
    assertEquals("serving", drain.undo().state());
    door.open.set(1);
    drain.close();
    door.mayClose.countDown();
    part.finish(LONG);
    assertEquals("closing", drain.now().state());
    door.open.set(0);
    assertEquals(new DrainState("frontend", "closed", false, List.of()), drain.begin());
    assertEquals(
        List.of("draining", "drained", "serving", "draining", "closing", "closed"), manager);
    assertThrows(Drain.TooLate.class, drain::undo);
  }

  private FrontendDrain drain(Duration announce) {
    return new FrontendDrain(door, announce, LONG, now::get);
  }

  private static void finish(FrontendDrain drain) {
    try {
      drain.finish(LONG);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static final class Door implements FrontendDrain.Port {
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final CountDownLatch mayClose = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger owed = new AtomicInteger();

    @Override
    public String name() {
      return "SRM port";
    }

    @Override
    public void leave() {
      told.add("leave");
    }

    @Override
    public void stay() {
      told.add("stay");
    }

    @Override
    public void stopListening(Duration patience) throws InterruptedException {
      mayClose.await();
      told.add("close");
      closed.countDown();
    }

    @Override
    public int connections() {
      return open.get();
    }

    @Override
    public int connectionsOwed() {
      return owed.get();
    }
  }
}
