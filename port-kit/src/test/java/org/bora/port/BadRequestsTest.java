package org.bora.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpException;
import org.junit.jupiter.api.Test;

class BadRequestsTest {

  private long now = 5;
  private final BadRequests bad = new BadRequests(() -> now);

  private Optional<String> line(Throwable failure) {
    return bad.line("/192.0.2.1:4711", "PUT", 400, failure);
  }

  @Test
  void theLogTellsWhatJettyComplainsOf() {
    assertEquals(
        Optional.of("PUT request from /192.0.2.1:4711 is answered 400: Bad chunk"),
        line(new HttpException.RuntimeException(400, "Bad chunk")));
  }

  @Test
  void theFirstCauseIsToldWithItsPlaceAndWithoutWhatItSays() {
    var cause = new IllegalStateException("?X-Amz-Signature=SECRET");
    var parser = new HttpException.RuntimeException(400, "Bad Request", cause);
    String line = line(new IOException("no body", parser)).orElseThrow();
    assertTrue(line.contains("because of Bad Request, because of java.lang.IllegalState"), line);
    assertTrue(line.contains(" at " + getClass().getName() + "."), line);
    assertFalse(line.contains("SECRET"), line);
  }

  @Test
  void thereIsOneLineASecondAndItCountsTheOthers() {
    Throwable one = new HttpException.RuntimeException(400, "Bad chunk");
    assertTrue(line(one).isPresent());
    assertEquals(Optional.empty(), line(one));
    now += TimeUnit.SECONDS.toNanos(1) - 1;
    assertEquals(Optional.empty(), line(one));
    now++;
    assertTrue(line(one).orElseThrow().endsWith("Bad chunk (and 2 others before)"));
    now += TimeUnit.SECONDS.toNanos(1);
    assertTrue(line(one).orElseThrow().endsWith("Bad chunk"));
  }

  @Test
  void aLineIsOneLineWhateverTheClientSends() {
    String line = bad.line("x".repeat(400), "A\nB", 400, new IOException("no body")).orElseThrow();
    assertTrue(line.startsWith("A?B request"), line);
    assertEquals(300, line.length());
  }
}
