package org.bora.launcher.command.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bora.launcher.command.Machine;
import org.bora.server.config.Configuration;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.config.ConfigurationSource;
import org.bora.server.home.FirstConfiguration;
import org.bora.server.home.Home;
import org.bora.server.home.StartProgress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class BackgroundIT {
  @TempDir private Path directory;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @Test
  void aStartThatFailsIsReportedWithItsReasonAndLeavesNothing() throws Exception {
    Home home = new Home(directory.resolve("a home"));
    home.create();
    FirstConfiguration.provide(home, FirstConfiguration.Kind.DISK);
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int code =
          new Background(home, configuration(home), machine(), taken.getLocalPort())
              .launch(new PrintStream(printed, true, StandardCharsets.UTF_8));

      assertEquals(1, code);
      StartProgress progress = StartProgress.read(home.progress());
      assertEquals(StartProgress.Phase.FAILED, progress.phase());
      assertTrue(
          progress.text().startsWith("endpoint.port: port " + taken.getLocalPort() + " on "),
          progress.text());
    }
    assertTrue(home.boraPid().running().isEmpty());
    assertFalse(Files.exists(home.databasePid().path()));
    assertFalse(printed.toString(StandardCharsets.UTF_8).contains("ready"));
  }

  @Test
  void whatCountsInPlaceOfTheFileCountsInTheProcessToo() throws Exception {
    Home home = new Home(directory);
    home.create();
    FirstConfiguration.provide(home, FirstConfiguration.Kind.DISK);
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      List<String> settings = List.of("--endpoint.port=" + taken.getLocalPort());
      Configuration configuration =
          ((ConfigurationFile.Outcome.Valid)
                  ConfigurationFile.read(
                      new ConfigurationSource(home.configuration(), Map.of(), settings)))
              .configuration();
      PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
      assertEquals(1, new Background(home, configuration, machine(), null).launch(out));
      String told = StartProgress.read(home.progress()).text();
      assertTrue(told.contains("" + taken.getLocalPort()), told);
    }
  }

  private Machine machine() {
    return new Machine(directory, false, Map.of());
  }

  private static Configuration configuration(Home home) throws Exception {
    return ((ConfigurationFile.Outcome.Valid) ConfigurationFile.read(home.configuration()))
        .configuration();
  }
}
