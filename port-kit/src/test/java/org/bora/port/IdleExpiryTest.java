package org.bora.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What becomes of a connection on which nothing has come for long, or had not a moment ago. */
class IdleExpiryTest {

  private static final Duration HEAD = Duration.ofSeconds(10);
  private static final Duration IDLE = Duration.ofMinutes(2);

  private final List<String> ended = new ArrayList<>();
  private long now = 5;
  private final OpenConnections connections =
      new OpenConnections(new ConnectionLimits(4, 4, 4, 4), Duration.ofSeconds(30), () -> now);

  private Visitor idle() {
    var visitor = new Visitor(Optional.empty(), ended::add);
    connections.opened(visitor);
    connections.idle(visitor);
    return visitor;
  }

  private void after(Duration time) {
    now += time.toNanos();
    connections.endOverdue();
  }

  private boolean expiresAfter(Visitor visitor, Duration time) {
    now += time.toNanos();
    return connections.expired(visitor, IDLE);
  }

  @Test
  void nothingIsReadOfOneThatWasIdleForTooLong() {
    Visitor visitor = idle();
    assertTrue(expiresAfter(visitor, IDLE));
    assertFalse(connections.heading(visitor, HEAD), "a request that comes now is not begun");
    connections.busy(visitor);
    connections.answered(visitor);
    assertFalse(connections.heading(visitor, HEAD), "nothing brings it back");
    assertEquals(Sending.Stay.ENDING, connections.mayServe(visitor, "caller"));
    assertEquals(0, connections.idle());
  }

  @Test
  void itsClientHasAMomentToGo() {
    assertTrue(expiresAfter(idle(), IDLE));
    after(Duration.ofSeconds(4));
    assertEquals(List.of(), ended);
    after(Duration.ofSeconds(1));
    assertEquals(List.of("it was idle"), ended);
    after(IDLE);
    assertEquals(1, ended.size(), "once");
  }

  @Test
  void itMakesRoomMeanwhile() {
    assertTrue(expiresAfter(idle(), IDLE));
    for (int i = 0; i < 3; i++) {
      connections.busy(idle());
    }
    assertEquals(List.of("the last places are needed"), ended);
  }

  /** Jetty may look at its clock, and ask when the request is there. */
  @Test
  void aRequestThatHasBegunKeepsItsConnection() {
    Visitor visitor = idle();
    now += IDLE.toNanos();
    assertTrue(connections.heading(visitor, HEAD));
    assertFalse(connections.expired(visitor, IDLE));
    connections.sending(visitor, now + HEAD.toNanos());
    assertFalse(connections.expired(visitor, IDLE), "its body has been awaited for no time");
    connections.taking(visitor, now + HEAD.toNanos());
    assertFalse(connections.expired(visitor, IDLE));
    connections.answered(visitor);
    assertFalse(connections.expired(visitor, IDLE), "not idle for long");
    assertTrue(connections.heading(visitor, HEAD), "the next one is read");
  }

  @Test
  void aServiceTakesTheTimeThatItNeeds() {
    Visitor visitor = idle();
    connections.busy(visitor);
    assertFalse(expiresAfter(visitor, IDLE));
    assertFalse(expiresAfter(visitor, IDLE));
  }

  @Test
  void whoKeepsTheServiceWaitingIsTold() {
    Visitor visitor = idle();
    connections.sending(visitor, Long.MAX_VALUE);
    assertTrue(expiresAfter(visitor, IDLE), "the read fails");
    connections.taking(visitor, Long.MAX_VALUE);
    assertTrue(expiresAfter(visitor, IDLE), "the write fails");
    connections.answered(visitor);
    assertTrue(connections.heading(visitor, HEAD), "the connection itself may go on");
  }

  @Test
  void aConnectionBeforeItsFirstRequestHasItsOwnTime() {
    var visitor = new Visitor(Optional.empty(), ended::add);
    connections.opened(visitor);
    assertFalse(expiresAfter(visitor, IDLE));
    after(Duration.ZERO);
    assertEquals(List.of("no request in time"), ended);
  }
}
