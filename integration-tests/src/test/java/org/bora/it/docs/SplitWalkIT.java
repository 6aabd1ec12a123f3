package org.bora.it.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.backend.testing.FreePort;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.it.site.Keys;
import org.bora.launcher.CommandBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * docs/operate/split.md from the database to the drain: its commands and its two configurations, in
 * directories of the test and on ports that are free.
 */
@ExtendWith(MariaDb.class)
class SplitWalkIT {
  private static final String RUNNER =
      "integration-tests/src/test/java/org/bora/it/docs/SplitWalkIT.java";

  private static final String PAGE = "docs/operate/split.md";
  private static final String BALANCED = "docs/howto/haproxy.md";
  private static final Pattern PORT = Pattern.compile("//[^/:]+:(\\d+)/");

  private Desk desk;
  private String server = "";

  @BeforeEach
  void sit() throws IOException {
    desk = Desk.make();
    Files.createDirectories(desk.file("etc"));
    Files.createDirectories(desk.file("storage"));
  }

  @AfterEach
  void leave() throws Exception {
    for (String half : new String[] {"frontend", "backend"}) {
      Path pid = desk.file("state/" + half + "/" + half + ".pid");
      if (Files.exists(pid)) {
        end(Long.parseLong(Files.readAllLines(pid).getFirst()));
      }
    }
    if (!server.isEmpty()) {
      try (Connection connection = DriverManager.getConnection(server, "root", "");
          Statement statement = connection.createStatement()) {
        statement.execute("DROP DATABASE IF EXISTS bora");
      }
    }
    desk.close();
  }

  private static void end(long pid) {
    ProcessHandle.of(pid)
        .ifPresent(
            process -> {
              process.destroy();
              process.onExit().completeOnTimeout(process, 60, TimeUnit.SECONDS).join();
              process.destroyForcibly();
            });
  }

  @Test
  void everyCommandOfThePageSucceeds(Schemas schemas) throws Exception {
    server = schemas.empty().url();
    Matcher port = PORT.matcher(server);
    port.find();
    desk.database(Integer.parseInt(port.group(1)), "root", "");
    int health = FreePort.find();
    configure(port.group(1), health, Keys.inPlace());

    Walk haProxy =
        Walk.of(BALANCED, RUNNER)
            .with("10.0.0.1:8446", "127.0.0.1:" + health)
            .with("/var/lib/bora/frontend", desk.file("state/frontend"));
    Walk walk =
        Walk.of(PAGE, RUNNER)
            .with("/etc/bora", desk.file("etc"))
            .with("/var/lib/bora", desk.file("state"))
            // this server asks nobody for a password; packages/smoke runs these lines of install.md
            .with("CREATE USER bora@localhost IDENTIFIED BY '$(cat db-password)';\n", "")
            .with("GRANT ALL ON bora.* TO bora@localhost;\n", "")
            .answering("ready localhost:", "ready 127.0.0.1:", "HTTP/1.1 200", "drained");
    walk.before(
        "./bora drain",
        "while ls %s/*/*.pid; do sleep 0.2; done\n".formatted(desk.file("state"))
            + walk.block("mkdir -p /var/lib/bora/backend")
            + haProxy.block("curl")
            + haProxy.block("bora drain"));
    walk.run(desk.shell(Map.of()), desk.directory());
    schemaIsMadeEmptyAndGetsItsDumpBack();
  }

  /** With the backend stopped, as the page says. */
  private void schemaIsMadeEmptyAndGetsItsDumpBack() throws Exception {
    String before =
        "while ls %s/*.pid; do sleep 0.2; done\nmariadb-dump --single-transaction bora > bora-before.sql\n"
            .formatted(desk.file("state/backend"));
    Walk.of("docs/operate/upgrade.md", RUNNER)
        .before("mariadb -u root -e", before)
        .run(desk.shell(Map.of()), desk.directory());
  }

  /** The two files that the page shows, with keys of the tests' grid and a door that is away. */
  private void configure(String database, int health, Path grid) throws IOException {
    int link = FreePort.find();
    String credentials =
        """
        credentials:
          certificate: GRID/host/hostcert.pem
          key: GRID/host/hostkey.pem
          trust: GRID/certificates
          vomsdir: GRID/vomsdir
        """
            .replace("GRID", grid.toString());
    String backend =
        CommandBlock.example(PAGE, "endpoint: {host: se.example.org}")
            .replace("se.example.org", "localhost")
            .replace("localhost:3306", "localhost:" + database)
            .replace("/storage/atlas", desk.file("storage").toString())
            .replace(
                "{host: gridftp1.example.org}", "{host: localhost, port: " + FreePort.find() + "}")
            .replace("  address: 127.0.0.1", "  port: " + link + "\n  address: 127.0.0.1");
    String frontend =
        CommandBlock.example(PAGE, "endpoint: {host: se.example.org, port: 8444}")
            .replace("se.example.org, port: 8444", "localhost, port: " + FreePort.find())
            .replace("localhost:8445", "localhost:" + link);
    String balanced =
        CommandBlock.example(BALANCED, "health: ")
            .replace("10.0.0.1, port: 8446", "127.0.0.1, port: " + health);
    String accounts =
        "mapping: {grid-mapfile: " + grid.resolve("gridmap") + ", allow-root: true}\n";
    Files.writeString(desk.file("etc/backend.yaml"), backend + "\n" + credentials + accounts);
    Files.writeString(
        desk.file("etc/frontend.yaml"), frontend + "\n" + balanced + "\n" + credentials);
  }
}
