package org.bora.backend.stage.board;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.conformance.RecordedWork;
import org.bora.storage.conformance.TapeFiles;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.tape.table.RecallTableDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A board, two pullers at it and two files. What happens between two looks of the driver at the
 * board is a step of the test, so nothing is waited for.
 */
@ExtendWith(MariaDb.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BoardSteps {
  static final Duration MOMENT = Duration.ofSeconds(1);

  @TempDir private Path directory;
  private DatabaseSettings database;
  SteppedTime time;
  BoardBench bench;
  PullerHand left;
  PullerHand right;
  TapeFiles files;
  TapeFile first;
  TapeFile second;

  /** What happens between two looks. */
  @FunctionalInterface
  interface Step {
    void happen() throws Exception;
  }

  @BeforeAll
  final void migrate(Schemas schemas) {
    database = schemas.migrated();
  }

  @BeforeEach
  final void open() throws IOException {
    time = new SteppedTime(Instant.parse("2026-11-21T09:00:00Z"));
    bench = new BoardBench(database, time, directory);
    left = new PullerHand(bench, "left");
    right = new PullerHand(bench, "right");
    files = new TapeFiles(directory);
    first = files.make("first", 10);
    second = files.make("second", 10);
  }

  @AfterEach
  final void close() {
    bench.close();
  }

  final RecallTableDriver driver(Step... steps) {
    Deque<Step> left = new ArrayDeque<>(List.of(steps));
    return bench.driver(
        time -> {
          Step next = left.poll();
          if (next == null) {
            throw new AssertionError("the driver goes on looking after the last step");
          }
          try {
            next.happen();
          } catch (InterruptedException end) {
            throw end;
          } catch (Exception failure) {
            throw new AssertionError(failure);
          }
        });
  }

  final RecordedWork migrate(List<TapeFile> batch, Step... steps) throws Exception {
    RecordedWork work = new RecordedWork(batch);
    driver(steps).migrate(work);
    return work;
  }

  static String text(RecordedWork work, TapeFile file) {
    return work.reports(file).getFirst().trouble().orElseThrow().text();
  }

  static Optional<TapeLocation> at(String object) {
    return Optional.of(TapeLocation.named(object));
  }

  final String counts() throws Exception {
    return bench.get("/v1/tasks").body();
  }
}
