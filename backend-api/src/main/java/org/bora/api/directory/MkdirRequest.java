package org.bora.api.directory;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Surl;

/**
 * srmMkdir: creates one directory, never its parents.
 *
 * @param becomes the name to which a door will rename the directory once it has filled it. The call
 *     is refused at once if the caller may not create everything there, may not replace what is
 *     there, or may not rename or remove everything below {@code surl}. Backends of earlier
 *     releases do not check this
 */
public record MkdirRequest(Surl surl, Optional<Surl> becomes) {

  public MkdirRequest {
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(becomes, "becomes");
  }

  /** Of a directory that keeps its name. */
  public MkdirRequest(Surl surl) {
    this(surl, Optional.empty());
  }
}
