package org.bora.gridftp.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServerWatchTest {

  private final Bench bench = new Bench("a", "b");
  private final ServerWatch watch = bench.watch;

  @AfterEach
  void end() {
    bench.close();
  }

  @Test
  void aServerGetsNothingBeforeItsFirstCheck() {
    assertEquals(Optional.empty(), watch.choose("gsiftp"));
    assertEquals("not checked yet", bench.health("a").reason());
  }

  @Test
  void theFirstCheckDecidesAtOnce() {
    bench.up("a");
    bench.down("b", "connection refused");
    watch.turnAll();
    assertTrue(bench.health("a").healthy());
    assertFalse(bench.health("b").healthy());
    assertEquals("connection refused", bench.health("b").reason());
  }

  @Test
  void healthyServersTakeTurnsAndADownOneGetsNothing() {
    bench.up("a");
    bench.up("b");
    watch.turnAll();
    assertEquals(Set.of("a", "b"), chosen(4));
    bench.down("a", "gone");
    bench.round();
    bench.round();
    assertEquals(Set.of("b"), chosen(4));
  }

  @Test
  void oneFailureDoesNotCloseAServerAndTwoInARowDo() {
    bench.up("a");
    bench.up("b");
    watch.turnAll();
    bench.down("a", "gone");
    bench.round();
    assertTrue(bench.health("a").healthy());
    bench.round();
    Instant closedAt = bench.clock.instant();
    assertFalse(bench.health("a").healthy());
    assertEquals(closedAt, bench.health("a").since());
    assertEquals("gone", bench.health("a").reason());
  }

  @Test
  void aServerThatAnswersEverySecondCheckStaysAsItIs() {
    bench.up("a");
    bench.down("b", "gone");
    watch.turnAll();
    for (int i = 0; i < 5; i++) {
      bench.down("a", "gone");
      bench.up("b");
      bench.round();
      bench.up("a");
      bench.down("b", "gone");
      bench.round();
    }
    assertTrue(bench.health("a").healthy(), "a");
    assertFalse(bench.health("b").healthy(), "b");
  }

  @Test
  void aServerComesBackByItself() {
    bench.up("b");
    bench.down("a", "gone");
    watch.turnAll();
    bench.up("a");
    bench.round();
    assertFalse(bench.health("a").healthy(), "one good check is not enough");
    bench.round();
    assertTrue(bench.health("a").healthy());
    assertEquals("", bench.health("a").reason());
    assertEquals(bench.clock.instant(), bench.health("a").since());
  }

  @Test
  void withoutAHealthyServerNoneIsChosenButTheProtocolIsStillKnown() {
    bench.down("a", "gone");
    bench.down("b", "gone");
    watch.turnAll();
    assertEquals(Optional.empty(), watch.choose("gsiftp"));
    assertEquals(List.of("gsiftp"), watch.protocols());
  }

  @Test
  void aProtocolNoServerSpeaksHasNoServer() {
    bench.up("a");
    bench.up("b");
    watch.turnAll();
    assertEquals(Optional.empty(), watch.choose("https"));
  }

  @Test
  void theLatestReasonIsShownAndSinceKeepsTheTimeItWentDown() {
    bench.up("b");
    bench.down("a", "connection refused");
    watch.turnAll();
    Instant since = bench.health("a").since();
    bench.down("a", "certificate expired");
    bench.round();
    assertEquals("certificate expired", bench.health("a").reason());
    assertEquals(since, bench.health("a").since());
  }

  @Test
  void checksBeginOncePerInterval() {
    bench.up("a");
    bench.up("b");
    watch.turnAll();
    bench.clock.advance(Duration.ofSeconds(9));
    watch.turnAll();
    assertEquals(2, bench.checks);
    bench.clock.advance(Duration.ofSeconds(1));
    watch.turnAll();
    assertEquals(4, bench.checks);
  }

  @Test
  void aClockSetBackDoesNotStopTheChecking() {
    bench.up("a");
    bench.up("b");
    watch.turnAll();
    bench.clock.advance(Duration.ofHours(-1));
    watch.turnAll();
    assertEquals(4, bench.checks);
  }

  @Test
  void aProbeThatThrowsClosesTheServerAndIsAskedAgain() {
    bench.up("b");
    watch.turnAll();
    assertEquals(
        "the check itself failed: java.lang.IllegalStateException: the probe broke",
        bench.health("a").reason());
    bench.up("a");
    bench.round();
    bench.round();
    assertTrue(bench.health("a").healthy());
  }

  @Test
  void aHungCheckClosesTheServerAndNoSecondOneIsStarted() {
    bench.up("a");
    bench.up("b");
    watch.turnAll();
    bench.hold = true;
    bench.round();
    bench.clock.advance(Bench.SETTINGS.abandonAfter());
    watch.turnAll();
    assertTrue(bench.health("a").healthy(), "one failure");
    bench.round();
    assertEquals(2, bench.held.size(), "one check of each server, however long they hang");
    assertFalse(bench.health("a").healthy());
    assertTrue(bench.health("a").reason().endsWith("hangs"), bench.health("a").reason());
  }

  @Test
  void aHungCheckThatComesBackCountsNoMoreButCheckingGoesOn() {
    bench.up("a");
    bench.up("b");
    bench.hold = true;
    watch.turnAll();
    bench.clock.advance(Bench.SETTINGS.abandonAfter());
    watch.turnAll();
    assertEquals("no answer within 4.0 s", bench.health("a").reason());
    bench.held.forEach(Runnable::run);
    bench.hold = false;
    bench.round();
    assertFalse(bench.health("a").healthy(), "the late result does not count as the first of two");
    bench.round();
    assertTrue(bench.health("a").healthy());
  }

  @Test
  void aWatchWithoutAThreadForAProbeSaysSo() {
    ServerWatch starved =
        new ServerWatch(
            Bench.settings(List.of(new GridFtpEndpoint("a", "a.org", 2811, ""))),
            (_, _) -> new CheckResult.Passed("x"),
            new RoundRobin(),
            bench.clock,
            bench.timer,
            _ -> {
              throw new RejectedExecutionException("all busy");
            });
    starved.turnAll();
    assertEquals("no thread for the check: all busy", starved.health().getFirst().reason());
  }

  private Set<String> chosen(int times) {
    return IntStream.range(0, times)
        .mapToObj(_ -> watch.choose("gsiftp").orElseThrow().name())
        .collect(Collectors.toSet());
  }
}
