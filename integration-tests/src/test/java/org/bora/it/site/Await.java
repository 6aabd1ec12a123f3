package org.bora.it.site;

import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits for what another process or thread does and nothing tells of. */
public final class Await {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

  /** What is waited for. */
  @FunctionalInterface
  public interface Condition<X extends Exception> {
    boolean holds() throws X;
  }

  private Await() {}

  /**
   * Returns as soon as it holds; fails the test after a minute.
   *
   * @param what is waited for, as the end of "waited in vain: "
   */
  public static <X extends Exception> void until(String what, Condition<X> condition) throws X {
    long start = System.nanoTime();
    while (!condition.holds()) {
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        fail("waited in vain: " + what);
      }
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
  }
}
