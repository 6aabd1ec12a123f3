package org.bora.audit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.bora.audit.AuditSettings.OnFailure;
import org.bora.audit.AuditSettings.Sync;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** An audit log in a directory and a time of its own, and what stands in its files. */
abstract class WrittenAuditLog {
  static final ObjectMapper JSON = new ObjectMapper();

  final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

  final AtomicLong nanos = new AtomicLong();

  final SetClock clock = new SetClock();

  @TempDir Path directory;

  static final class SetClock extends Clock {
    volatile Instant now = Instant.parse("2026-11-21T12:00:00Z");

    volatile Runnable look = () -> {};

    @Override
    public Instant instant() {
      look.run();
      return Objects.requireNonNull(now, "now");
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @AfterEach
  void stop() {
    timer.shutdownNow();
  }

  static AuditSettings settings(long bytes, int keep, OnFailure onFailure) {
    return new AuditSettings(
        true, Optional.empty(), bytes, Duration.ofHours(1), keep, Sync.KERNEL, onFailure, false);
  }

  AuditLog open(AuditSettings settings) throws IOException {
    return AuditLog.open(
        settings, new AuditLog.Place(directory, "h", "bora"), clock, nanos::get, timer);
  }

  AuditLog open() throws IOException {
    return open(settings(1L << 40, 5, OnFailure.REFUSE));
  }

  static void write(AuditLog log, String text) {
    log.write(log.lines().begin("test").name("text", text).end());
  }

  Path file() {
    return directory.resolve("audit-bora.log");
  }

  List<Path> rotated() throws IOException {
    return new RotatedFiles(file()).all();
  }

  List<JsonNode> read() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (Path each : Stream.concat(rotated().stream(), Stream.of(file())).toList()) {
      Files.readAllLines(each).forEach(line -> lines.add(JSON.readTree(line)));
    }
    return lines;
  }

  List<String> texts() throws IOException {
    return read().stream()
        .filter(line -> line.has("text"))
        .map(line -> line.get("text").asString())
        .toList();
  }

  static void until(Callable<Boolean> what) throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!what.call()) {
      assertTrue(System.nanoTime() < deadline, "it does not come");
      LockSupport.parkNanos(1_000_000);
    }
  }
}
