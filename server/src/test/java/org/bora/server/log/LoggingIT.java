package org.bora.server.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bora.server.config.LoggingSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

class LoggingIT {
  private static final Logger LOG = LoggerFactory.getLogger("org.bora.LoggingIT");
  private static final String STAMP = "[0-9-]{10}T[0-9:.]{12}\\S+ ";

  @TempDir private Path directory;

  @BeforeEach
  void start() {
    start(false);
  }

  private void start(boolean console) {
    Logging.start(
        new LoggingSettings(
            LoggingSettings.Level.INFO,
            LoggingSettings.Level.WARN,
            30,
            LoggingSettings.Format.PLAIN),
        directory,
        "bora",
        console);
  }

  @Test
  void whatIsForTheFileAloneDoesNotReachTheConsole() throws IOException {
    PrintStream before = System.out;
    ByteArrayOutputStream console = new ByteArrayOutputStream();
    System.setOut(new PrintStream(console, true, StandardCharsets.UTF_8));
    try {
      start(true);
      LOG.info(Logging.FILE_ONLY, "a detail");
      LOG.info("a line");
    } finally {
      System.setOut(before);
    }
    assertEquals(2, lines().size());
    String shown = console.toString(StandardCharsets.UTF_8);
    assertTrue(shown.contains("a line") && !shown.contains("a detail"), shown);
  }

  @AfterEach
  void stop() {
    Logging.stop();
  }

  @Test
  void aLineHasTraceAndRequestOfItsCall() throws IOException {
    try (MDC.MDCCloseable _ = MDC.putCloseable("trace", "c0ffee-1");
        MDC.MDCCloseable _ = MDC.putCloseable("request", "token-2")) {
      LOG.info("within");
    }
    LOG.info("outside");

    List<String> lines = lines();
    assertTrue(
        lines.get(0).matches(STAMP + "INFO  \\[c0ffee-1 token-2] LoggingIT: within"), lines.get(0));
    assertTrue(lines.get(1).matches(STAMP + "INFO  \\[- -] LoggingIT: outside"), lines.get(1));
  }

  @Test
  void theLastLinesAreInMemoryToo() {
    try (MDC.MDCCloseable _ = MDC.putCloseable("trace", "c0ffee-3")) {
      LOG.info("within");
      LOG.debug("below the level");
    }
    assertEquals(
        List.of("within"),
        Logging.recent().ofCall("c0ffee-3", 10).lines().stream().map(LogLine::message).toList());
  }

  @Test
  void nobodyCanForgeALine() throws IOException {
    LOG.info(
        "refused {}",
        "/CN=a\r\n2026-11-20T12:00:00.000Z INFO  [- -] Door: welcome\u001b[2J\u0085\u2028");

    assertEquals(1, lines().size());
    assertTrue(lines().getFirst().contains("/CN=a??2026"), lines().getFirst());
    assertTrue(lines().getFirst().endsWith("welcome?[2J??"), lines().getFirst());
  }

  @Test
  void aMessageOfAHundredThousandLettersMakesNoLongLine() throws IOException {
    LOG.info("refused {}", "x".repeat(100_000));

    String line = lines().getFirst();
    assertTrue(line.matches(STAMP + "INFO  \\[- -] LoggingIT: refused x+"), line);
    assertTrue(line.length() < 4_100, () -> "characters: " + line.length());
  }

  @Test
  void whatLibrariesSayOfMalformedRequestsIsNotWritten() throws IOException {
    for (String name : List.of("http.HttpParser", "util.HostPort", "server.Response")) {
      LoggerFactory.getLogger("org.eclipse.jetty." + name).warn("Host: {}", "B".repeat(7000));
    }
    LoggerFactory.getLogger("org.eclipse.jetty.server.Server").warn("anything else");
    assertEquals(1, lines().size());
  }

  @Test
  void everyLineOfAStackTraceIsIndented() throws IOException {
    LOG.error("failed", new IllegalStateException("one\ntwo", new IOException("three")));

    List<String> lines = lines();
    assertTrue(lines.get(0).endsWith("LoggingIT: failed"), lines.get(0));
    assertTrue(lines.contains("\ttwo"), lines.toString());
    assertTrue(lines.contains("\tCaused by: java.io.IOException: three"), lines.toString());
    assertTrue(lines.stream().skip(1).allMatch(line -> line.startsWith("\t")), lines.toString());
  }

  @Test
  void javaUtilLoggingComesHereAtTheLevelOfLibraries() throws IOException {
    java.util.logging.Logger grpc = java.util.logging.Logger.getLogger("io.grpc.LoggingIT");
    grpc.warning("from gRPC");
    grpc.info("chatter");

    assertEquals(1, lines().size());
    assertTrue(lines().getFirst().endsWith("WARN  [- -] LoggingIT: from gRPC"), lines().getFirst());
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(directory.resolve("bora.log"));
  }
}
