package org.bora.server.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecentLinesTest {
  private static final Instant BEGIN = Instant.parse("2026-11-21T12:00:00Z");
  private static final String TOKEN = "0191f0e0-0000-7000-8000-000000000001";
  private static final String OTHER = "0191f0e0-0000-7000-8000-000000000002";

  private final LoggerContext context = new LoggerContext();
  private Instant now = BEGIN;

  @Test
  void aRequestHasTheLinesThatNameItAndAllOthersOfTheirCalls() {
    RecentLines recent = recent(100, 1 << 20);
    log(recent, "received", Map.of("trace", "c0ffee-1"));
    log(recent, "another call", Map.of("trace", "c0ffee-2"));
    log(recent, "srmPrepareToGet refused", Map.of("trace", "c0ffee-1", "request", TOKEN));
    log(recent, "srmPrepareToGet refused", Map.of("trace", "c0ffee-2", "request", OTHER));
    log(recent, "put " + TOKEN + " cannot be ended", Map.of());
    log(recent, "outside", Map.of());

    RecentLines.Found found = recent.ofRequest(TOKEN, 10);
    assertEquals(
        List.of("received", "srmPrepareToGet refused", "put " + TOKEN + " cannot be ended"),
        messages(found));
    assertEquals(Optional.of("c0ffee-1"), found.lines().get(1).call());
    assertEquals(Optional.of(TOKEN), found.lines().get(1).request());
    assertEquals(BEGIN, found.since());
    assertEquals(0, found.omitted());
    assertEquals(
        List.of("another call", "srmPrepareToGet refused"),
        messages(recent.ofCall("c0ffee-2", 10)));
    assertEquals(List.of(), recent.ofCall("c0ffee-3", 10).lines());
  }

  @Test
  void ofManyLinesTheLastAreFoundAndTheOthersCounted() {
    RecentLines recent = recent(100, 1 << 20);
    for (int i = 0; i < 5; i++) {
      log(recent, "line " + i, Map.of("request", TOKEN));
    }
    RecentLines.Found found = recent.ofRequest(TOKEN, 2);
    assertEquals(List.of("line 3", "line 4"), messages(found));
    assertEquals(3, found.omitted());
    assertEquals(0, recent.ofRequest(TOKEN, 5).omitted());
  }

  @Test
  void theOldestLinesGoWhenThereAreTooMany() {
    RecentLines recent = recent(3, 1 << 20);
    for (int i = 0; i < 3; i++) {
      log(recent, "line " + i, Map.of("request", TOKEN));
    }
    assertEquals(BEGIN, recent.ofRequest(TOKEN, 10).since(), "nothing is forgotten yet");
    Instant second = now;
    log(recent, "line 3", Map.of("request", TOKEN));
    RecentLines.Found found = recent.ofRequest(TOKEN, 10);
    assertEquals(List.of("line 1", "line 2", "line 3"), messages(found));
    assertEquals(0, found.omitted());
    assertTrue(found.since().isAfter(BEGIN) && found.since().isBefore(second), found.toString());
    assertTrue(!found.since().isAfter(found.lines().getFirst().time()), found.toString());
  }

  @Test
  void theOldestLinesGoWhenTheyTakeTooMuchMemory() {
    RecentLines recent = recent(1_000, 100_000);
    for (int i = 0; i < 50; i++) {
      log(recent, i + "x".repeat(4_000), Map.of("request", TOKEN));
    }
    List<LogLine> lines = recent.ofRequest(TOKEN, 1_000).lines();
    // of a message 4,000 characters are kept and three dots, each character of two bytes
    assertEquals(100_000 / 8_400, lines.size());
    assertTrue(lines.getLast().message().startsWith("49x"), lines.getLast().message());
    assertTrue(lines.stream().mapToLong(LogLine::cost).sum() <= 100_000);
  }

  @Test
  void aLineThatIsLargerThanAllMemoryIsForgottenAtOnce() {
    RecentLines recent = recent(10, 500);
    log(recent, "x".repeat(1_000), Map.of("request", TOKEN));
    assertEquals(List.of(), recent.ofRequest(TOKEN, 10).lines());
    log(recent, "short", Map.of("request", TOKEN));
    assertEquals(List.of("short"), messages(recent.ofRequest(TOKEN, 10)));
  }

  @Test
  void noTextFromOutsideMovesTheCursorOrTurnsItsDirection() {
    RecentLines recent = recent(10, 1 << 20);
    log(
        recent,
        "/CN=a\r\n\u001b[2J\u202egpj.\ud800 caf\u00e9",
        Map.of("trace", "c0\n1", "request", TOKEN));
    LogLine line = recent.ofRequest(TOKEN, 10).lines().getFirst();
    assertEquals("/CN=a\\u{d}\\u{a}\\u{1b}[2J\\u{202e}gpj.\\u{d800} caf\u00e9", line.message());
    assertEquals(Optional.of("c0\\u{a}1"), line.call());
  }

  @Test
  void aStackTraceIsPartOfItsLineAndIsBounded() {
    RecentLines recent = recent(10, 1 << 20);
    String cause = "of " + TOKEN + "\n\u001b[2J" + "y".repeat(20_000);
    log(recent, "failed", Map.of(), new IllegalStateException(cause));
    LogLine line = recent.ofRequest(TOKEN, 10).lines().getFirst();
    assertEquals("java.lang.IllegalStateException: of " + TOKEN, line.stack().getFirst());
    assertTrue(line.stack().get(1).startsWith("\\u{1b}[2Jyy"), line.stack().get(1));
    int characters = line.stack().stream().mapToInt(String::length).sum();
    assertTrue(characters < LogLine.LONGEST_STACK + 20, () -> "characters: " + characters);
  }

  private RecentLines recent(int lines, long bytes) {
    RecentLines recent = new RecentLines(lines, bytes, BEGIN);
    recent.setContext(context);
    recent.start();
    return recent;
  }

  private void log(RecentLines recent, String message, Map<String, String> call) {
    log(recent, message, call, null);
  }

  private void log(RecentLines recent, String message, Map<String, String> call, Throwable why) {
    LoggingEvent event =
        new LoggingEvent("x", context.getLogger("org.bora.Test"), Level.INFO, message, why, null);
    now = now.plusSeconds(1);
    event.setInstant(now);
    event.setMDCPropertyMap(call);
    recent.doAppend(event);
  }

  private static List<String> messages(RecentLines.Found found) {
    return found.lines().stream().map(LogLine::message).toList();
  }
}
