package org.bora.simulation.sql;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bora.db.Schema;
import org.bora.simulation.sql.parse.SchemaReader;
import org.bora.simulation.sql.store.Tables;

/** The schema migrations of this release, in the order of their versions. */
final class Migrations {
  private static final String FOLDER = "/db/migration";

  private Migrations() {}

  /** The tables that the migrations create. */
  static Tables tables() throws IOException {
    Tables tables = new Tables();
    for (String name : names()) {
      try (InputStream file = Schema.class.getResourceAsStream(FOLDER + "/" + name)) {
        SchemaReader.read(new String(file.readAllBytes(), StandardCharsets.UTF_8), tables);
      }
    }
    return tables;
  }

  private static List<String> names() throws IOException {
    URL folder = Schema.class.getResource(FOLDER);
    try {
      URI uri = folder.toURI();
      if (!uri.getScheme().equals("jar")) {
        return names(Path.of(uri));
      }
      try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
        return names(jar.getPath(FOLDER));
      }
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("V\\d+__.*\\.sql"))
          .sorted(Comparator.comparingInt(Migrations::version))
          .toList();
    }
  }

  private static int version(String name) {
    return Integer.parseInt(name.substring(1, name.indexOf("__")));
  }
}
