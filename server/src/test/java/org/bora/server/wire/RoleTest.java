package org.bora.server.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bora.api.figures.Origin;
import org.bora.server.config.Configuration;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.home.FirstConfiguration;
import org.bora.server.home.Home;
import org.bora.server.service.NotifySocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoleTest {
  @TempDir Path directory;

  private final List<String> told = Collections.synchronizedList(new ArrayList<>());
  private Configuration configuration;

  /** A role whose parts only say what happens to them. */
  private final class Told extends Role {
    Told() {
      super(Origin.Kind.ALL_IN_ONE, "told", RoleTest.this.configuration, NotifySocket.nobody());
    }

    @Override
    public String start() throws IOException, InterruptedException, StartFailure {
      begin();
      return "here";
    }

    Told with(Phase phase, String... parts) {
      in(
          phase,
          running -> {
            for (String part : parts) {
              told.add("+" + part);
              running.add(part, () -> told.add("-" + part));
            }
          });
      return this;
    }

    Told failing(Phase phase, Exception failure) {
      in(
          phase,
          running -> {
            running.add("half", () -> told.add("-half"));
            switch (failure) {
              case IOException e -> throw e;
              case StartFailure e -> throw e;
              case RuntimeException e -> throw e;
              default -> throw new AssertionError(failure);
            }
          });
      return this;
    }
  }

  @BeforeEach
  void read() throws IOException {
    Home home = new Home(directory);
    home.create();
    FirstConfiguration.provide(home, FirstConfiguration.Kind.DISK);
    configuration =
        ((ConfigurationFile.Outcome.Valid) ConfigurationFile.read(home.configuration()))
            .configuration();
  }

  @Test
  void phasesStartInTheirOrderAndStopInTheOpposite() throws Exception {
    try (Told role =
        new Told()
            .with(Phase.DOOR, "port", "clients")
            .with(Phase.PROCESS, "threads", "log")
            .with(Phase.DATABASE, "database")) {
      role.start();
      assertEquals(List.of("+threads", "+log", "+database", "+port", "+clients"), told);
      told.clear();
    }
    assertEquals(List.of("-clients", "-port", "-database", "-log", "-threads"), told);
  }

  @Test
  void aFailureComesOutAsItWasThrownAndNothingStartsAfterIt() {
    for (Exception failure :
        List.of(
            new StartFailure("no port"), new IOException("no disk"), new IllegalStateException())) {
      told.clear();
      try (Told role =
          new Told()
              .with(Phase.PROCESS, "log")
              .failing(Phase.DATABASE, failure)
              .with(Phase.DOOR, "port")) {
        assertSame(failure, assertThrows(failure.getClass(), role::start));
        assertEquals(List.of("+log"), told, "who is told of the failure finds all as it was");
      }
      assertEquals(List.of("+log", "-half", "-log"), told);
    }
  }

  @Test
  void aStartThatWaitsCanBeStopped() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    CountDownLatch database = new CountDownLatch(1);
    Told role = new Told().with(Phase.PROCESS, "log");
    role.in(
        Phase.DATABASE,
        running -> {
          running.add("connections", () -> told.add("-connections"));
          waiting.countDown();
          database.await();
        });
    Thread start =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    role.start();
                  } catch (IOException | InterruptedException | StartFailure e) {
                    told.add(e.toString());
                  }
                });
    assertTrue(waiting.await(30, TimeUnit.SECONDS));
    role.close();
    assertEquals(List.of("+log", "-connections", "-log"), told);
    database.countDown();
    start.join();
  }

  @Test
  void theDocumentationHasAllPhasesInTheirOrder() throws IOException {
    List<String> documented =
        Files.readString(Path.of("../docs/FLOW.md"))
            .lines()
            .filter(line -> line.matches("\\| [A-Z]+ \\|.*"))
            .map(line -> line.split(" ", -1)[1])
            .toList();
    assertEquals(Stream.of(Phase.values()).map(Phase::name).toList(), documented);
    assertEquals(
        List.of(Phase.values()),
        Stream.of(Phase.values()).sorted(Comparator.comparingInt(Phase::number)).toList());
  }

  @Test
  void closingARoleThatNeverStartedDoesNothing() {
    new Told().with(Phase.PROCESS, "log").close();
    assertEquals(List.of(), told);
  }
}
