package org.bora.server.database;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bora.server.process.Program;

/**
 * A MariaDB server with its data in one directory: prepares the data directory once, gives the
 * command that runs the server, and tells when the server answers. It listens only on the loopback
 * interface and has one user, whose password is in a file that only the owner can read.
 *
 * <p>A data directory whose preparation was interrupted is created again. One that was in use
 * during a power failure recovers by itself (InnoDB's log, every commit synced).
 */
public final class EmbeddedDatabase {
  private static final String NAME = "bora";

  private final ServerFiles server;
  private final Path directory;
  private final int port;
  private final boolean isRoot;

  /**
   * Says where everything is; nothing is touched yet.
   *
   * @param directory of the database: data, password and log settings live below it
   * @param port on 127.0.0.1
   * @param isRoot MariaDB refuses to run as root unless told to
   */
  public EmbeddedDatabase(ServerFiles server, Path directory, int port, boolean isRoot) {
    this.server = Objects.requireNonNull(server, "server");
    this.directory = Objects.requireNonNull(directory, "directory");
    this.port = port;
    this.isRoot = isRoot;
  }

  /** Creates data directory and password if they are missing. Takes about a second. */
  public void prepare(SecureRandom random) throws IOException, InterruptedException {
    if (!Files.exists(passwordFile())) {
      byte[] bytes = new byte[24];
      random.nextBytes(bytes);
      writeSecret(passwordFile(), HexFormat.of().formatHex(bytes) + "\n");
    }
    // run at every start, so that password file and server agree whatever happened before
    writeSecret(startSql(), grantSql(password()));
    Files.createDirectories(temporary());
    if (!Files.isDirectory(data())) {
      install();
    }
  }

  private void install() throws IOException, InterruptedException {
    Path partial = directory.resolve("data.partial");
    ServerFiles.deleteTree(partial);
    Files.createDirectories(partial);
    Path log = directory.resolve("install.log");
    List<String> command = new ArrayList<>();
    command.add(server.executable().toString());
    command.addAll(common(partial));
    command.add("--bootstrap");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(log.toFile());
    Process process = builder.start();
    try (OutputStream sql = process.getOutputStream()) {
      sql.write(
          "create database mysql;\nuse mysql;\nset @auth_root_socket=NULL;\n"
              .getBytes(StandardCharsets.UTF_8));
      for (Path file : server.systemTables()) {
        Files.copy(file, sql);
      }
    }
    if (process.waitFor() != 0) {
      throw new IOException("the database could not be created, see " + log);
    }
    Files.move(partial, data(), StandardCopyOption.ATOMIC_MOVE);
  }

  private Path temporary() {
    return directory.resolve("tmp");
  }

  private List<String> common(Path data) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--no-defaults",
                "--basedir=" + server.directory(),
                "--datadir=" + data,
                // a server that starts removes the temporary tables of all that share its directory
                "--tmpdir=" + temporary(),
                // with 64 MiB a page of such an index is written several times a minute
                "--innodb-log-file-size=256M"));
    if (isRoot) {
      options.add("--user=root");
    }
    return options;
  }

  /** An eighth of the machine's memory, or of the container's. */
  private static long poolBytes() {
    OperatingSystemMXBean machine =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return Math.clamp(machine.getTotalMemorySize() / 8, 512L << 20, 4L << 30);
  }

  /** How the server is run. */
  public Program program(Path log) {
    List<String> command = new ArrayList<>();
    command.add(server.executable().toString());
    command.addAll(common(data()));
    command.addAll(
        List.of(
            // relative to the data directory: a socket's path has at most 107 bytes
            "--socket=server.sock",
            "--bind-address=127.0.0.1",
            "--port=" + port,
            "--skip-name-resolve",
            // without it the server makes itself an RSA key at every start, 2 to 10 s
            "--skip-ssl",
            "--init-file=" + startSql(),
            "--character-set-server=utf8mb4",
            "--collation-server=utf8mb4_bin",
            "--transaction-isolation=READ-COMMITTED",
            "--max-connections=300",
            "--max-allowed-packet=64M",
            // pins of a campaign have indexes in random order, and what is not in memory is read
            // from the disk again and again: with 512 MiB from 500,000 pins on; memory is taken as
            // it is used
            "--innodb-buffer-pool-size=" + poolBytes(),
            "--innodb-flush-log-at-trx-commit=1",
            // less CPU for the same promises (docs/adr/0026): the log goes through the page cache
            // and is synced once, instead of written past it and synced (loose: a server older
            // than 10.8 has no such choice); one thread clears away, in large batches
            "--loose-innodb-log-file-buffering=ON",
            "--innodb-purge-threads=1",
            "--innodb-purge-batch-size=1000",
            "--skip-symbolic-links"));
    return new Program("database", command, Map.of(), log);
  }

  public String url() {
    return "jdbc:mysql://127.0.0.1:"
        + port
        + "/"
        + NAME
        + "?sslMode=DISABLED&allowPublicKeyRetrieval=true";
  }

  public String user() {
    return NAME;
  }

  public String password() throws IOException {
    return Files.readString(passwordFile()).strip();
  }

  /** Where the password lies, readable by the owner only. */
  public Path passwordFile() {
    return directory.resolve("password");
  }

  /**
   * Waits until the server answers as our user.
   *
   * @throws IOException when it does not within the patience; the message has the last reason
   */
  public void awaitReady(Duration patience) throws IOException, InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      try (Connection connection = DriverManager.getConnection(url(), user(), password())) {
        if (connection.isValid(5)) {
          return;
        }
      } catch (SQLException notYet) {
        if (System.nanoTime() > end) {
          throw new IOException(
              "the database does not answer on port " + port + ": " + notYet.getMessage(), notYet);
        }
      }
      Thread.sleep(50);
    }
  }

  private static String grantSql(String password) {
    return """
        CREATE DATABASE IF NOT EXISTS bora CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
        CREATE USER IF NOT EXISTS bora@'127.0.0.1';
        ALTER USER bora@'127.0.0.1' IDENTIFIED BY '%s';
        GRANT ALL ON bora.* TO bora@'127.0.0.1';
        DELETE FROM mysql.global_priv WHERE User <> 'bora' AND User <> 'mariadb.sys';
        FLUSH PRIVILEGES;
        """
        .formatted(password);
  }

  private static void writeSecret(Path file, String text) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(next);
    Files.createFile(
        next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(next, text);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private Path data() {
    return directory.resolve("data");
  }

  private Path startSql() {
    return directory.resolve("start.sql");
  }
}
