package org.bora.backend.stage.board;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.storage.conformance.TapeDriverConformance;
import org.bora.storage.spi.TapeDriver;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The recall table keeps what every tape driver keeps, with the puller that the documentation shows
 * behind the REST interface, and the board in a real database.
 */
@ExtendWith(MariaDb.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecallTableConformanceIT extends TapeDriverConformance {
  private static final Path PULLER =
      Path.of("..", "..", "docs", "operate", "recall-table", "puller.py")
          .toAbsolutePath()
          .normalize();

  private DatabaseSettings schema;
  private BoardBench bench;
  private Process puller;

  @BeforeAll
  void migrate(Schemas schemas) {
    schema = schemas.migrated();
  }

  @Override
  protected void startSystem(Path directory) throws IOException {
    Path archive = Files.createDirectory(directory.resolve("archive"));
    bench = new BoardBench(schema, Clock.systemUTC(), directory);
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of(
                    "/usr/bin/python3",
                    PULLER.toString(),
                    bench.url(),
                    bench.tokens().toString(),
                    bench.library(),
                    "puller-1",
                    archive.toString()))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("puller.log").toFile());
    builder.environment().put("PULLER_PAUSE", "0.02");
    puller = builder.start();
  }

  @Override
  protected void stopSystem() throws IOException {
    puller.destroyForcibly();
    try {
      puller.waitFor(30, TimeUnit.SECONDS);
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
    }
    bench.close();
  }

  @Override
  protected TapeDriver open(Path directory) {
    return bench.driver();
  }
}
