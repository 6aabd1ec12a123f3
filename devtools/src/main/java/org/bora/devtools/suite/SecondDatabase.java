package org.bora.devtools.suite;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * The MySQL server on which the tests of the persistence layer run, in addition to MariaDB. Debian
 * 12 has no MySQL, so a script of the integration tests unpacks one below {@code target}, once. If
 * that is not possible, the MySQL tests are skipped, and the totals say how many.
 */
final class SecondDatabase {
  /** Names the server's command to the tests. */
  static final String VARIABLE = "BORA_MYSQLD";

  private final Path checkout;
  private final PrintStream out;

  SecondDatabase(Path checkout, PrintStream out) {
    this.checkout = Objects.requireNonNull(checkout, "checkout");
    this.out = Objects.requireNonNull(out, "out");
  }

  /**
   * The server's settings for the tests; empty if there is none.
   *
   * @param environment in which an administrator may have named a server
   */
  Map<String, String> prepare(Map<String, String> environment)
      throws IOException, InterruptedException {
    String named = environment.getOrDefault(VARIABLE, "");
    if (!named.isEmpty()) {
      return Map.of(VARIABLE, named);
    }
    Path directory = Files.createDirectories(checkout.resolve("target/mysql"));
    Path server = directory.resolve("mysqld");
    if (!Files.isExecutable(server)) {
      out.println("Unpacking a MySQL server for the tests (60 MB to download, once)");
      Path script = checkout.resolve("integration-tests/databases/mysql-root");
      Process process =
          new ProcessBuilder(script.toString(), directory.toString())
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("log").toFile())
              .redirectInput(Path.of("/dev/null").toFile())
              .start();
      if (process.waitFor() != 0 || !Files.isExecutable(server)) {
        out.println("No MySQL, its tests are skipped: see " + directory.resolve("log"));
        return Map.of();
      }
    }
    return Map.of(VARIABLE, server.toString());
  }
}
