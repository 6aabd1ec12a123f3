package org.bora.api.word;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A file to be read or staged, or the files of a directory (TGetFileRequest).
 *
 * @param recursion present if the SURL is meant to be a directory
 * @param pinLifetime of this file's pin, in seconds; absent: that of the request
 * @param activity for which the file is needed; absent: no particular one
 */
public record SourceFile(
    Surl surl, Optional<Recursion> recursion, OptionalInt pinLifetime, Optional<String> activity) {

  /** As SRM asks for it. */
  public SourceFile(Surl surl, Optional<Recursion> recursion) {
    this(surl, recursion, OptionalInt.empty(), Optional.empty());
  }

  public SourceFile {
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(recursion, "recursion");
    Objects.requireNonNull(pinLifetime, "pinLifetime");
    Objects.requireNonNull(activity, "activity");
  }
}
