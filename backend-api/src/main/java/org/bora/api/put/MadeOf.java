package org.bora.api.put;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Surl;

/**
 * Files that a door combines into one. Once that file is stored, they are removed. Until then they
 * do not count for quotas, because the new file does.
 *
 * @param directory that contains them; it is removed with the last of them
 * @param parts names of the files whose bytes the new file has
 * @param others names of other files in the directory, which are also removed, and count until then
 */
public record MadeOf(Surl directory, List<String> parts, List<String> others) {
  public MadeOf {
    Objects.requireNonNull(directory, "directory");
    parts = List.copyOf(parts);
    others = List.copyOf(others);
  }
}
