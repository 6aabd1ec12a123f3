package org.bora.api.copy;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Recursion;
import org.bora.api.word.Surl;

/** Source and target of a copy; one of them is a name of this service. */
public record CopyFile(Surl source, Surl target, Optional<Recursion> recursion) {

  public CopyFile {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(recursion, "recursion");
  }
}
