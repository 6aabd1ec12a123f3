package org.bora.api.word;

import java.util.Objects;
import java.util.Optional;

/**
 * A file to be read or staged, or the files of a directory (TGetFileRequest).
 *
 * @param recursion present where the SURL is said to be a directory
 */
public record SourceFile(Surl surl, Optional<Recursion> recursion) {

  public SourceFile {
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(recursion, "recursion");
  }
}
