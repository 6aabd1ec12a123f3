package org.bora.api.put;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Surl;

/**
 * Files that a door copies into one. They are of no use once that file is stored: they go then, and
 * until they have gone they count in no quota, for the file counts.
 *
 * @param directory that they are in; it goes with the last of them
 * @param parts names of the files whose bytes the new file has
 * @param others names of files in the directory that go too, and count until they have gone
 */
public record MadeOf(Surl directory, List<String> parts, List<String> others) {
  public MadeOf {
    Objects.requireNonNull(directory, "directory");
    parts = List.copyOf(parts);
    others = List.copyOf(others);
  }
}
