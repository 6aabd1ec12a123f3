package org.bora.gridftp.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BalancingTest {

  private final SettableClock clock = new SettableClock();
  private final ServerHealth old = up("old", clock.instant().minusSeconds(3600));
  private final ServerHealth older = up("older", clock.instant().minusSeconds(7200));
  private final ServerHealth fresh = up("fresh", clock.instant().minusSeconds(5));

  @Test
  void roundRobinGivesEachServerTheSameShare() {
    assertEquals(
        List.of(old, older, fresh, old, older, fresh),
        choices(new RoundRobin(), List.of(old, older, fresh), 6));
  }

  @Test
  void aServerThatHasJustComeBackWaitsUntilItHasSettled() {
    Balancing steady = new SteadyFirst(Duration.ofMinutes(1), clock, new RoundRobin());
    assertEquals(List.of(old, older, old), choices(steady, List.of(old, fresh, older), 3));
    clock.advance(Duration.ofMinutes(1));
    assertEquals(3, choices(steady, List.of(old, fresh, older), 3).stream().distinct().count());
  }

  @Test
  void aServerThatHasJustComeBackIsBetterThanNone() {
    Balancing steady = new SteadyFirst(Duration.ofMinutes(1), clock, new RoundRobin());
    assertEquals(fresh, steady.choose(List.of(fresh)));
  }

  @Test
  void aSettlingTimeMustBePositive() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new SteadyFirst(Duration.ZERO, clock, new RoundRobin()));
  }

  private static List<ServerHealth> choices(
      Balancing balancing, List<ServerHealth> servers, int times) {
    return IntStream.range(0, times).mapToObj(_ -> balancing.choose(servers)).toList();
  }

  private static ServerHealth up(String name, Instant since) {
    return new ServerHealth(new GridFtpEndpoint(name, name + ".org", 2811, ""), true, since, "");
  }
}
