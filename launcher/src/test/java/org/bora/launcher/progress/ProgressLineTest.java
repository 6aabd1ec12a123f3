package org.bora.launcher.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What people see of a work that takes long. */
class ProgressLineTest {
  private final AtomicLong now = new AtomicLong(-5);
  private final StringWriter screen = new StringWriter();

  private ProgressLine line(boolean terminal) {
    return new ProgressLine(new PrintWriter(screen, true), terminal, now::get);
  }

  private void passes(long millis) {
    now.addAndGet(Duration.ofMillis(millis).toNanos());
  }

  private static Progress progress(long done, double part, Duration elapsed) {
    return new Progress("atlas", "files", done, part, elapsed);
  }

  private static Progress files(long done) {
    return progress(done, 0, Duration.ZERO);
  }

  @Test
  void theTimeThatIsLeftFollowsFromThePartThatIsDone() {
    assertEquals(
        "atlas: 25 %, about 3 min 0 s left, 12,000 files, 200/s, 1 min 0 s so far",
        progress(12_000, 0.25, Duration.ofMinutes(1)).text());
    assertEquals(
        "atlas: 1 %, about 4 d 3 h left, 7 files, 0/s, 1 h 0 min so far",
        progress(7, 0.01, Duration.ofHours(1)).text());
  }

  @Test
  void withoutAPartTheLineHasItemsRateAndTimeAlone() {
    assertEquals(
        "atlas: 500 files, 50/s, 10 s so far", progress(500, 0, Duration.ofSeconds(10)).text());
    assertEquals("atlas: 0 files, 0 s so far", files(0).text());
  }

  @Test
  void anEstimateTakesThreeSeconds() {
    assertEquals(
        "atlas: 50 %, 4 files, 1/s, 2 s so far", progress(4, 0.5, Duration.ofMillis(2999)).text());
    assertEquals(
        "atlas: 50 %, about 3 s left, 4 files, 1/s, 3 s so far",
        progress(4, 0.5, Duration.ofSeconds(3)).text());
    assertEquals(
        "atlas: 100 %, 4 files, 1/s, 3 s so far", progress(4, 1, Duration.ofSeconds(3)).text());
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> progress(-1, 0, Duration.ZERO));
    assertThrows(IllegalArgumentException.class, () -> progress(1, -0.1, Duration.ZERO));
    assertThrows(IllegalArgumentException.class, () -> progress(1, 1.1, Duration.ZERO));
    assertThrows(IllegalArgumentException.class, () -> progress(1, 1, Duration.ofMillis(-1)));
  }

  @Test
  void onATerminalOneLineIsRewrittenAndGoneAtTheEnd() {
    try (ProgressLine line = line(true)) {
      passes(499);
      line.show(files(1));
      assertEquals("", screen.toString());
      passes(1);
      line.show(files(2));
      line.show(files(3));
      passes(500);
      line.show(files(4));
    }
    assertEquals(
        "\r\u001b[Katlas: 2 files, 0 s so far\r\u001b[Katlas: 4 files, 0 s so far\r\u001b[K",
        screen.toString());
  }

  @Test
  void aLineOnATerminalIsNotBroken() {
    try (ProgressLine line = line(true)) {
      passes(500);
      line.show(new Progress("x".repeat(200), "files", 1, 0, Duration.ZERO));
      assertEquals("\r\u001b[K" + "x".repeat(79), screen.toString());
    }
  }

  @Test
  void elsewhereThereIsALineAMinute() {
    String end = System.lineSeparator();
    try (ProgressLine line = line(false)) {
      passes(59_999);
      line.show(files(1));
      assertEquals("", screen.toString());
      passes(1);
      line.show(files(2));
      passes(59_999);
      line.show(files(3));
      passes(1);
      line.show(files(4));
    }
    assertEquals(
        "atlas: 2 files, 0 s so far" + end + "atlas: 4 files, 0 s so far" + end, screen.toString());
  }

  @Test
  void afterTheEndNothingIsTold() {
    ProgressLine line = line(true);
    line.close();
    passes(1000);
    line.show(files(1));
    assertEquals("", screen.toString());
  }
}
