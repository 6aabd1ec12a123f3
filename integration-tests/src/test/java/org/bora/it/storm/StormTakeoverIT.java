package org.bora.it.storm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.launcher.storm.StormFiles;
import org.bora.launcher.storm.StormHandover;
import org.bora.launcher.storm.StormImport;
import org.bora.launcher.storm.StormImport.Outcome;
import org.bora.launcher.storm.StormImport.Target;
import org.bora.storm.state.StormSpace;
import org.bora.storm.state.StormState;
import org.bora.storm.state.StormState.Leftovers;
import org.bora.storm.translate.StormSite.BoraDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What lives in StoRM's database goes where the new configuration says Bora's is. */
@ExtendWith(MariaDb.class)
class StormTakeoverIT {
  private static final String NAMESPACE =
      """
      <namespace version="1.5.0">
        <filesystems>
          <filesystem name="HEP" fs_type="xfs">
            <space-token-description>HEP_DISK</space-token-description>
            <storage-class>T0D1</storage-class>
            <root>ROOT</root>
          </filesystem>
        </filesystems>
        <mapping-rules>
          <map-rule name="a"><stfn-root>/hep</stfn-root><mapped-fs>HEP</mapped-fs></map-rule>
        </mapping-rules>
        <approachable-rules/>
      </namespace>
      """;

  private static final String FREE =
      "SELECT SUM(s.free) FROM space p JOIN space_share s ON s.space_id = p.id WHERE ";

  @TempDir private Path directory;

  @Test
  void doneTwiceItIsThereOnce(Schemas schemas) throws Exception {
    DatabaseSettings settings = schemas.empty();
    Path root = Files.createDirectory(directory.resolve("hep"));
    make(settings, root);
    assertTrue(Files.readString(configuration()).contains("token: of-hep"));
    Files.writeString(configuration(), "# corrected\n", StandardOpenOption.APPEND);
    Outcome first = takeOver(root);
    assertEquals(Optional.empty(), first.failure());
    assertTrue(
        first.report().lines().contains("         now the same token in area HEP"),
        () -> String.join("\n", first.report().lines()));
    assertEquals(first.report().findings(), takeOver(root).report().findings());
    assertTrue(Files.readString(configuration()).endsWith("# corrected\n"));
    try (Connection connection = DriverManager.getConnection(settings.url(), "root", "");
        Statement sql = connection.createStatement()) {
      assertEquals(2, one(sql, "SELECT COUNT(*) FROM space"));
      assertEquals(1000, one(sql, FREE + "p.owner IS NOT NULL"));
      assertEquals(-1000, one(sql, FREE + "p.owner IS NULL"));
    }
  }

  @Test
  void anAreaThatCannotBeOpenedIsToldAndTheReportIsWritten(Schemas schemas) throws Exception {
    Path root = directory.resolve("not-there");
    make(schemas.empty(), root);
    Outcome outcome = takeOver(root);
    String why = outcome.failure().orElseThrow();
    assertTrue(why.startsWith("nothing was taken over: area HEP: "), why);
    assertTrue(Files.exists(directory.resolve("out/takeover-report.txt")));
  }

  private static long one(Statement sql, String query) throws SQLException {
    try (ResultSet row = sql.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }

  private Path configuration() {
    return directory.resolve("out/bora.yaml");
  }

  private void make(DatabaseSettings settings, Path root) throws Exception {
    Path namespace =
        Files.writeString(
            directory.resolve("namespace.xml"), NAMESPACE.replace("ROOT", root.toString()));
    BoraDatabase database = new BoraDatabase(settings.url(), settings.user(), Optional.empty());
    Target target =
        new Target(directory.resolve("out"), false, database, Optional.of(Instant.EPOCH));
    StormFiles files =
        new StormFiles(
            Optional.of(namespace),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    Outcome made =
        new StormImport(target, new SplittableRandom(1), InstantSource.system())
            .run(files, Optional.of(state(root)));
    assertTrue(made.isWhole(), () -> made.mistakes().toString());
  }

  private Outcome takeOver(Path root) throws Exception {
    return new StormHandover(configuration(), Optional.empty(), text -> {}, (done, all) -> {})
        .run(state(root));
  }

  private static StormState state(Path root) {
    Duration hour = Duration.ofHours(1);
    StormSpace own =
        new StormSpace(
            "of-hep", "", "HEP_DISK", 0, 0, 0, root.toString(), hour, Optional.empty(), true);
    StormSpace reserved =
        new StormSpace(
            "0b1c7dcb-89a5-4d2e-b302-5b2a6a0a2d3f",
            "/CN=alice",
            "run7",
            1000,
            1000,
            0,
            root + "/.space",
            hour,
            Optional.of(hour),
            false);
    return new StormState(List.of(own, reserved), List.of(), new Leftovers(0, 0, 0, 0, 0));
  }
}
