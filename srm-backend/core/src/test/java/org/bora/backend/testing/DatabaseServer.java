package org.bora.backend.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A running database server on which the account root, without a password, may do everything. */
interface DatabaseServer extends AutoCloseable {

  /** The address of a schema; of the server itself for an empty name. */
  String url(String schema);

  /** The address of a schema on a server of this machine that has no TLS. */
  static String plainUrl(int port, String schema) {
    return plainUrl("127.0.0.1", port, schema);
  }

  /** The same on another machine. */
  static String plainUrl(String host, int port, String schema) {
    return "jdbc:mysql://"
        + host
        + ":"
        + port
        + "/"
        + schema
        + "?sslMode=DISABLED&allowPublicKeyRetrieval=true";
  }

  @Override
  void close();

  /** Removes a directory and all in it. */
  static void delete(Path directory) {
    List<Path> all;
    try (Stream<Path> found = Files.walk(directory)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
      for (Path path : all) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
