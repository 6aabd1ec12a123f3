package org.bora.server.wire;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.bora.api.BackendFailure;
import org.bora.api.ban.BanCalls;
import org.bora.api.word.Caller;
import org.bora.door.admit.AdmissionSettings;
import org.bora.door.admit.BoundedAdmission;
import org.bora.door.admit.Verdict;
import org.bora.door.admit.poll.SharedPolls;
import org.bora.door.admit.turn.FairTurns;
import org.bora.door.admit.turn.RetryTimes;
import org.bora.door.gsi.Identity;
import org.junit.jupiter.api.Test;

class BanWatchTest {
  @Test
  void nobodyIsServedBeforeItIsKnownWhoIsBanned() {
    Clock clock = Clock.systemUTC();
    RetryTimes retries = new RetryTimes(new SecureRandom());
    AdmissionSettings settings = AdmissionSettings.defaults();
    BoundedAdmission admission = new BoundedAdmission(settings, clock, retries);
    Gates gates =
        new Gates(
            admission,
            new FairTurns(settings.turns(), clock, System::nanoTime, retries),
            new SharedPolls(clock));
    AtomicBoolean there = new AtomicBoolean();
    BanCalls backend =
        () -> {
          if (!there.get()) {
            throw BackendFailure.notBegun("no backend");
          }
          return List.of();
        };
    Identity alice = new Identity.Known(new Caller("/CN=Alice", "/CN=CA", List.of(), "127.0.0.1"));
    try (Threads threads = Threads.start();
        Running running = new Running()) {
      BanWatch.begin(backend, gates, _ -> {}, threads, running);
      assertInstanceOf(Verdict.NotReady.class, admission.admit(alice));
      there.set(true);
      await(() -> admission.admit(alice) instanceof Verdict.Admitted);
    }
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() - end < 0, "not within a minute");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }
}
