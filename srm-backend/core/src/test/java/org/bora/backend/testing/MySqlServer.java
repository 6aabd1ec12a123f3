package org.bora.backend.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A MySQL server of the command that {@code BORA_MYSQLD} names (integration-tests/databases/
 * mysql-root makes one): data under {@code target}, on a port of its own, gone on close.
 */
final class MySqlServer implements DatabaseServer {
  private final Path home;
  private final ServerProcess server;
  private final int port;

  MySqlServer(String command) {
    try {
      Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
      home = Files.createTempDirectory(target, "mysql-");
      Files.createDirectories(home.resolve("tmp")); // as MariaDbServer
      Path log = home.resolve("log");
      ServerProcess.run(command(command, "--initialize-insecure"), log, List.of());
      port = FreePort.find();
      server =
          ServerProcess.start(
              command(
                  command,
                  "--bind-address=127.0.0.1",
                  "--port=" + port,
                  "--mysqlx=OFF",
                  "--max-connections=300",
                  // as MariaDbServer: nothing waits for the disk, and a table is no file, which
                  // halves what a schema takes
                  "--skip-log-bin",
                  "--innodb-flush-log-at-trx-commit=0",
                  "--innodb-doublewrite=OFF",
                  "--innodb-flush-method=nosync",
                  "--performance-schema=OFF",
                  "--innodb-file-per-table=OFF",
                  "--pid-file=" + home.resolve("pid"),
                  "--socket="),
              log);
      server.awaitAnswer(url(""));
    } catch (IOException e) {
      throw new IllegalStateException("no MySQL", e);
    }
  }

  /** The command, where there is one. */
  static Optional<String> command() {
    return Optional.ofNullable(System.getenv("BORA_MYSQLD"));
  }

  private List<String> command(String command, String... options) {
    List<String> line = new ArrayList<>(List.of(command));
    line.add("--datadir=" + home.resolve("data"));
    line.add("--tmpdir=" + home.resolve("tmp"));
    line.add("--user=" + System.getProperty("user.name"));
    line.add("--secure-file-priv=NULL");
    // as MariaDbServer: no key is made and no connection begins with a handshake
    line.add("--auto-generate-certs=OFF");
    line.add("--caching-sha2-password-auto-generate-rsa-keys=OFF");
    line.addAll(List.of(options));
    return line;
  }

  @Override
  public String url(String schema) {
    return DatabaseServer.plainUrl(port, schema);
  }

  @Override
  public void close() {
    server.close();
    DatabaseServer.delete(home);
  }
}
