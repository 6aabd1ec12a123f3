package org.bora.server.home;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.bora.server.process.PidFile;

/**
 * The files of one all-in-one Bora.
 *
 * @param directory of all files except
 * @param log the logs
 */
public record Home(Path directory, Path log) {

  public Home {
    directory = directory.toAbsolutePath().normalize();
    log = log.toAbsolutePath().normalize();
  }

  /** All below one directory. */
  public Home(Path directory) {
    this(directory, directory.resolve("log"));
  }

  /**
   * Creates what is missing; only the owner has access to the database and the keys.
   *
   * @throws IOException with a sentence for the administrator if this user may not write
   */
  public void create() throws IOException {
    try {
      for (Path own : List.of(directory, run(), log(), gridftp(), database())) {
        Files.createDirectories(own);
        if (!Files.isWritable(own)) {
          throw new AccessDeniedException(own.toString());
        }
      }
      Files.setPosixFilePermissions(database(), PosixFilePermissions.fromString("rwx------"));
    } catch (AccessDeniedException | FileAlreadyExistsException unusable) {
      throw new IOException(
          unusable.getFile() + " cannot be written by this user: choose a directory with --home",
          unusable);
    }
  }

  /** The administrator's configuration; generated once, never rewritten. */
  public Path configuration() {
    return directory.resolve("bora.yaml");
  }

  /** {@code HOST:PORT SFN_ROOT}, for scripts. */
  public Path endpoint() {
    return directory.resolve("endpoint");
  }

  /** The ports that {@code auto} came to mean here. */
  public Path ports() {
    return directory.resolve("ports");
  }

  /** Certificates and proxies of the try grid. */
  public Path grid() {
    return directory.resolve("grid");
  }

  /** The certificate that {@code bora up} makes for this host, and renews. */
  public Path tryCertificate() {
    return grid().resolve("host/hostcert.pem");
  }

  /** The key of {@link #tryCertificate}. */
  public Path tryKey() {
    return grid().resolve("host/hostkey.pem");
  }

  /** Below it are the areas of the try grid. */
  public Path tryData() {
    return directory.resolve("data");
  }

  /** The data of the try grid's first area. */
  public Path tryArea() {
    return tryData().resolve("testvo");
  }

  public Path database() {
    return directory.resolve("database");
  }

  public Path gridftp() {
    return directory.resolve("gridftp");
  }

  private Path run() {
    return directory.resolve("run");
  }

  /** Locked as long as a Bora runs here; the kernel gives the lock back whatever happens. */
  public Path lock() {
    return run().resolve("lock");
  }

  /** One line: how far the start has come. */
  public Path progress() {
    return run().resolve("progress");
  }

  /** Where commands reach a Bora that runs. */
  public Path control() {
    return run().resolve("control");
  }

  public PidFile boraPid() {
    return new PidFile(run().resolve("bora.pid"));
  }

  public PidFile databasePid() {
    return new PidFile(run().resolve("database.pid"));
  }

  public PidFile gridftpPid() {
    return new PidFile(run().resolve("gridftp.pid"));
  }
}
