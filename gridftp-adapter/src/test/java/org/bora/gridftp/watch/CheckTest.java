package org.bora.gridftp.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckTest {

  private static final CheckResult PASSED = new CheckResult.Passed("answering");

  private final List<CheckResult> outcomes = new ArrayList<>();
  private Check check;

  @Test
  void aResultIsToldOnce() {
    run((_, _) -> PASSED);
    assertEquals(List.of(PASSED), outcomes);
    assertTrue(check.done());
  }

  @Test
  void aCheckAbandonedWhileItRunsIsInterruptedAndItsResultCountsNoMore() {
    List<Boolean> interrupted = new ArrayList<>();
    run(
        (_, _) -> {
          check.abandon();
          interrupted.add(Thread.currentThread().isInterrupted());
          return PASSED;
        });
    assertEquals(List.of(true), interrupted);
    assertEquals(List.of(), outcomes);
    assertTrue(check.done());
    assertFalse(Thread.currentThread().isInterrupted(), "the thread is handed back clean");
  }

  private void run(ServerProbe probe) {
    check =
        new Check(
            new GridFtpEndpoint("a", "a.org", 2811, ""),
            probe,
            Duration.ofSeconds(1),
            Instant.EPOCH,
            outcomes::add);
    check.run();
  }
}
