package org.bora.door.gsi.trust;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The state of the files below some directories: if two states are equal, there is nothing to
 * reload.
 */
record DirectoryState(Map<Path, FileState> files) {

  /** LSC files are one directory below the vomsdir. */
  private static final int DEPTH = 2;

  /** The facts that change with a file; the file key detects a file renamed over another. */
  record FileState(long modifiedMillis, long size, String fileKey) {
    static FileState unreadable(Exception why) {
      return new FileState(-1, -1, why.toString());
    }
  }

  DirectoryState {
    files = Map.copyOf(files);
  }

  /**
   * Looks at them. Where something in a directory cannot be read it looks different from what can,
   * and keeps nothing else from being read.
   *
   * @throws IOException when one of the directories itself cannot be listed
   */
  static DirectoryState of(List<Path> directories) throws IOException {
    Map<Path, FileState> files = new HashMap<>();
    for (Path directory : directories) {
      if (Files.isDirectory(directory)) {
        addAll(files, directory, DEPTH);
      }
    }
    return new DirectoryState(files);
  }

  private static void addAll(Map<Path, FileState> files, Path directory, int depth)
      throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        add(files, entry);
        if (depth > 1 && Files.isDirectory(entry)) {
          try {
            addAll(files, entry, depth - 1);
          } catch (IOException | DirectoryIteratorException unreadable) {
            files.put(entry, FileState.unreadable(unreadable));
          }
        }
      }
    }
  }

  private static void add(Map<Path, FileState> files, Path entry) {
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
    } catch (IOException unreadable) {
      files.put(entry, FileState.unreadable(unreadable));
    }
  }
}
