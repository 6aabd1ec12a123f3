package org.bora.launcher.drain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.launcher.control.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FrontendDrainTest {
  private static final Duration LONG = Duration.ofHours(1);

  private final Door door = new Door();

  @Test
  void clientsAreTakenUntilBalancersHaveHeard() {
    FrontendDrain drain = new FrontendDrain(door, LONG, LONG);
    assertTrue(drain.isReady());
    drain.begin();
    assertFalse(drain.isReady());
    assertEquals(List.of("leave"), door.told);
    assertFalse(drain.left().isEmpty());
  }

  @Test
  void itCanBeTakenBackUntilThePortCloses() throws Exception {
    FrontendDrain drain = new FrontendDrain(door, LONG, LONG);
    drain.begin();
    assertTrue(drain.undo());
    assertTrue(drain.isReady());
    assertEquals(List.of("leave", "stay"), door.told);

    FrontendDrain quick = new FrontendDrain(door, Duration.ZERO, LONG);
    door.mayClose.countDown();
    quick.finish(LONG);
    assertFalse(quick.undo());
    assertFalse(quick.isReady());
  }

  @Test
  void takenBackAndBegunAgainItClosesOnce() throws Exception {
    FrontendDrain drain = new FrontendDrain(door, Duration.ofMillis(1), LONG);
    door.mayClose.countDown();
    drain.begin();
    drain.undo();
    drain.begin();
    drain.begin();
    drain.finish(LONG);
    assertEquals(1, door.told.stream().filter("close"::equals).count());
  }

  @Test
  void whoeverStopsItWaitsForAnswersAndNotForIdleConnections() throws Exception {
    FrontendDrain drain = new FrontendDrain(door, Duration.ZERO, LONG);
    door.open.set(3);
    door.owed.set(1);
    door.mayClose.countDown();
    Thread stop = Thread.ofVirtual().start(() -> finish(drain));
    assertTrue(door.closed.await(30, TimeUnit.SECONDS));
    assertFalse(stop.join(Duration.ofMillis(50)), "somebody waits for an answer");
    door.owed.set(0);
    assertTrue(stop.join(Duration.ofSeconds(30)));
    assertTrue(drain.left().getFirst().startsWith("0 connections in use, 3 idle"));
    door.open.set(0);
    assertEquals(List.of(), drain.left());
  }

  @Test
  void theVerbSaysHowFarItIs() throws Exception {
    FrontendDrain drain = new FrontendDrain(door, Duration.ZERO, LONG);
    DrainVerb verb = new DrainVerb(List.of(drain));
    assertEquals(List.of(DrainVerb.SERVING), verb.run(List.of("status")).lines());
    assertEquals(DrainVerb.SERVING, verb.run(List.of("undo")).lines().getFirst());
    assertEquals(DrainVerb.DRAINING, verb.run(List.of("begin")).lines().getFirst());
    door.mayClose.countDown();
    drain.finish(LONG);
    assertEquals(List.of(DrainVerb.DRAINED), verb.run(List.of("begin")).lines());
    Answer late = verb.run(List.of("undo"));
    assertFalse(late.done());
    assertTrue(late.lines().getFirst().startsWith("too late"), late::toString);
    assertFalse(verb.run(List.of("sideways")).done());
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
