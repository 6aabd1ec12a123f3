package org.bora.api.put;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.api.word.Surl;

/**
 * One file to be written.
 *
 * @param target absent where the server is to choose the name
 * @param expectedSize bytes; absent and 0 both mean unknown (ARC always sends 0)
 */
public record PutFile(Optional<Surl> target, OptionalLong expectedSize) {

  public PutFile {
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(expectedSize, "expectedSize");
  }
}
