package org.bora.api.put;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.api.word.Surl;

/**
 * One file to be written.
 *
 * @param target absent if the server chooses the name
 * @param expectedSize bytes; absent and 0 both mean unknown (ARC always sends 0)
 * @param madeOf files that a door combines into it
 */
public record PutFile(Optional<Surl> target, OptionalLong expectedSize, Optional<MadeOf> madeOf) {

  public PutFile {
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(expectedSize, "expectedSize");
    Objects.requireNonNull(madeOf, "madeOf");
  }

  /** One that is not made of others. */
  public PutFile(Optional<Surl> target, OptionalLong expectedSize) {
    this(target, expectedSize, Optional.empty());
  }
}
