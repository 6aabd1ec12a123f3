package org.bora.door.token;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** An issuer that never answers is no other issuer's trouble. */
class SilentIssuerTest {

  @Test
  void keysOfTheOthersAreStillRead() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    Tokens tokens =
        new Tokens(
            new TokenSettings(
                List.of(issuer("https://silent.example.org/"), issuer("https://iam.example.org/")),
                Set.of("https://se.example.org"),
                Duration.ofHours(1),
                100,
                Duration.ofDays(1),
                Path.of("/nowhere")),
            issuer -> {
              if (issuer.issuer().contains("silent")) {
                waitFor(end);
              } else {
                asked.countDown();
              }
              throw new IOException("no keys");
            },
            Clock.systemUTC());
    assertEquals(2, tokens.issuers());
    ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(tokens.issuers());
    try {
      tokens.refreshBy(threads);
      assertTrue(asked.await(20, TimeUnit.SECONDS));
    } finally {
      end.countDown();
      threads.shutdownNow();
    }
  }

  private static TokenIssuer issuer(String name) {
    return new TokenIssuer(name, "atlas", List.of("/atlas"), Optional.empty());
  }

  private static void waitFor(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
