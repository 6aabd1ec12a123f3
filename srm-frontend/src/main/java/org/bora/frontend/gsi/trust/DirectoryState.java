package org.bora.frontend.gsi.trust;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** How the files below some directories look: two equal states mean nothing to reload. */
record DirectoryState(Map<Path, FileState> files) {

  /** LSC files are one directory below the vomsdir. */
  private static final int DEPTH = 2;

  /** What a change of a file changes; the key tells a file renamed over another. */
  record FileState(long modifiedMillis, long size, String fileKey) {}

  DirectoryState {
    files = Map.copyOf(files);
  }

  static DirectoryState of(List<Path> directories) throws IOException {
    Map<Path, FileState> files = new HashMap<>();
    for (Path directory : directories) {
      if (!Files.isDirectory(directory)) {
        continue;
      }
      try (Stream<Path> entries = Files.walk(directory, DEPTH)) {
        for (Path entry : (Iterable<Path>) entries::iterator) {
          add(files, entry);
        }
      }
    }
    return new DirectoryState(files);
  }

  private static void add(Map<Path, FileState> files, Path entry) throws IOException {
    try {
      // Links are followed: grid distributions link HASH.0 to the authority's file.
      var attributes = Files.readAttributes(entry, BasicFileAttributes.class);
      files.put(
          entry,
          new FileState(
              attributes.lastModifiedTime().toMillis(),
              attributes.size(),
              Objects.toString(attributes.fileKey())));
    } catch (NoSuchFileException e) {
      // A link that leads nowhere, or a file that has just left: no file.
      files.remove(entry);
    }
  }
}
