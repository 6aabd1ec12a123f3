package org.bora.backend.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A MySQL server of the command that {@code BORA_MYSQLD} names (integration-tests/databases/
 * mysql-root makes one): data under {@code target}, on a port of its own, gone on close.
 */
final class MySqlServer implements DatabaseServer {
  private final Path home;
  private final Process server;
  private final int port;

  MySqlServer(String command) {
    try {
      Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
      home = Files.createTempDirectory(target, "mysql-");
      run(command, "--initialize-insecure").onExit().orTimeout(3, TimeUnit.MINUTES).join();
      port = FreePort.find();
      server =
          run(
              command,
              "--bind-address=127.0.0.1",
              "--port=" + port,
              "--mysqlx=OFF",
              "--max-connections=300",
              // as MariaDbServer: nothing waits for the disk, and a table is no file, which halves
              // what a schema takes
              "--skip-log-bin",
              "--innodb-flush-log-at-trx-commit=0",
              "--innodb-doublewrite=OFF",
              "--innodb-flush-method=nosync",
              "--performance-schema=OFF",
              "--innodb-file-per-table=OFF",
              "--pid-file=" + home.resolve("pid"),
              "--socket=");
      await();
    } catch (IOException e) {
      throw new IllegalStateException("no MySQL", e);
    }
  }

  /** The command, where there is one. */
  static Optional<String> command() {
    return Optional.ofNullable(System.getenv("BORA_MYSQLD"));
  }

  private Process run(String command, String... options) throws IOException {
    List<String> line = new ArrayList<>(List.of(command));
    line.add("--datadir=" + home.resolve("data"));
    line.add("--user=" + System.getProperty("user.name"));
    line.add("--secure-file-priv=NULL");
    // as MariaDbServer: no key is made and no connection begins with a handshake
    line.add("--auto-generate-certs=OFF");
    line.add("--caching-sha2-password-auto-generate-rsa-keys=OFF");
    line.addAll(List.of(options));
    return new ProcessBuilder(line)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(home.resolve("log").toFile()))
        .start();
  }

  private void await() {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (true) {
      try {
        DriverManager.getConnection(url(""), "root", "").close();
        return;
      } catch (SQLException e) {
        if (System.nanoTime() > end || !server.isAlive()) {
          throw new IllegalStateException("MySQL does not start: " + home.resolve("log"), e);
        }
        LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
      }
    }
  }

  @Override
  public String url(String schema) {
    return DatabaseServer.plainUrl(port, schema);
  }

  @Override
  public void close() {
    server.destroy();
    try {
      if (!server.waitFor(30, TimeUnit.SECONDS)) {
        server.destroyForcibly().onExit().orTimeout(30, TimeUnit.SECONDS).join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    DatabaseServer.delete(home);
  }
}
