package org.bora.backend.testing;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.utility.DockerImageName;

/**
 * A database in a container of its own, gone on close. The image knows the variables of the
 * official ones; that of {@code docker/Dockerfile} does.
 */
final class ContainerServer implements DatabaseServer {
  private static final int PORT = 3306;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Of its own: an engine that was started by hand may have no usual one. */
  private final Network network = Network.newNetwork();

  private final GenericContainer<?> container;

  /** Starts it and waits until root may come in. */
  ContainerServer(String image) {
    container =
        new GenericContainer<>(DockerImageName.parse(image))
            .withNetwork(network)
            .withExposedPorts(PORT)
            .withEnv("MARIADB_ALLOW_EMPTY_ROOT_PASSWORD", "1")
            .withEnv("MYSQL_ALLOW_EMPTY_PASSWORD", "1")
            .withEnv("MYSQL_ROOT_HOST", "%")
            .withStartupTimeout(PATIENCE)
            // as the servers of the other tests: nothing waits for the disk, a table is no file
            .withCommand(
                "--max-connections=300",
                "--skip-log-bin",
                "--innodb-flush-log-at-trx-commit=0",
                "--innodb-doublewrite=0",
                "--innodb-file-per-table=OFF");
    try {
      container.start();
      await();
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /** Official images start a server that only the inside can reach before the real one. */
  private void await() {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        DriverManager.getConnection(url(""), "root", "").close();
        return;
      } catch (SQLException notYet) {
        if (System.nanoTime() > end || !container.isRunning()) {
          throw new IllegalStateException(
              container.getDockerImageName() + " does not start:\n" + container.getLogs(), notYet);
        }
        LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
      }
    }
  }

  @Override
  public String url(String schema) {
    return DatabaseServer.plainUrl(container.getHost(), container.getMappedPort(PORT), schema);
  }

  @Override
  public void close() {
    container.close();
    network.close();
  }
}
