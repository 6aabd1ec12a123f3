package org.bora.server.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonLinesTest {
  private final LoggerContext context = new LoggerContext();
  private final JsonLines lines = new JsonLines();

  @BeforeEach
  void start() {
    lines.setContext(context);
    lines.start();
  }

  @Test
  void aLineHasWhatIsKnownOfTheCall() {
    LoggingEvent event = event("srmLs refused", null);
    event.setMDCPropertyMap(
        Map.of(
            "trace", "ab12-7",
            "request", "token-1",
            "operation", "srmLs",
            "caller", "/CN=Alice",
            "trace-id", "0af7651916cd43dd8448eb211c80319c"));
    JsonNode read = read(event);
    assertEquals("2026-11-21T12:00:00.123Z", read.get("time").asString());
    assertEquals("INFO", read.get("level").asString());
    assertEquals("org.bora.Test", read.get("logger").asString());
    assertEquals("srmLs refused", read.get("message").asString());
    assertEquals("ab12-7", read.get("call").asString());
    assertEquals("token-1", read.get("request").asString());
    assertEquals("srmLs", read.get("operation").asString());
    assertEquals("/CN=Alice", read.get("caller").asString());
    assertEquals("0af7651916cd43dd8448eb211c80319c", read.get("trace_id").asString());
  }

  @Test
  void whatIsNotKnownIsLeftOut() {
    LoggingEvent event = event("started", null);
    event.setMDCPropertyMap(Map.of());
    assertEquals(4, read(event).size());
  }

  @Test
  void nobodyForgesALineOrAField() {
    LoggingEvent event = event("no such file \"a\",\n{\"level\":\"ERROR\u2028\"}", null);
    event.setMDCPropertyMap(Map.of("caller", "/CN=x\",\"level\":\"ERROR\n"));
    String text = new String(lines.encode(event), StandardCharsets.UTF_8);
    assertEquals(1, text.lines().count(), text);
    JsonNode read = JsonMapper.builder().build().readTree(text);
    assertEquals("INFO", read.get("level").asString());
    assertEquals("/CN=x\",\"level\":\"ERROR\n", read.get("caller").asString());
  }

  @Test
  void aNameOfTenThousandLettersMakesNoLongLine() {
    LoggingEvent event = event("srmLs refused", null);
    event.setMDCPropertyMap(Map.of("caller", "/CN=" + "x".repeat(10_000)));
    assertEquals("/CN=" + "x".repeat(296) + "...", read(event).get("caller").asString());
  }

  @Test
  void aMessageOfAHundredThousandLettersMakesNoLongLine() {
    LoggingEvent event = event("x".repeat(100_000), null);
    event.setMDCPropertyMap(Map.of());
    assertEquals("x".repeat(4_000) + "...", read(event).get("message").asString());
  }

  @Test
  void aStackIsPartOfItsLine() {
    LoggingEvent event = event("broken", new IllegalStateException("on purpose"));
    event.setMDCPropertyMap(Map.of());
    String text = new String(lines.encode(event), StandardCharsets.UTF_8);
    assertEquals(1, text.lines().count(), text);
    String stack = read(event).get("stack").asString();
    assertTrue(stack.startsWith("java.lang.IllegalStateException: on purpose"), stack);
    assertTrue(stack.contains("JsonLinesTest"), stack);
    assertFalse(stack.endsWith("\n"), stack);
  }

  private JsonNode read(LoggingEvent event) {
    return JsonMapper.builder().build().readTree(lines.encode(event));
  }

  private LoggingEvent event(String message, Throwable thrown) {
    LoggingEvent event =
        new LoggingEvent(
            "x", context.getLogger("org.bora.Test"), Level.INFO, message, thrown, null);
    event.setInstant(Instant.parse("2026-11-21T12:00:00.123Z"));
    return event;
  }
}
