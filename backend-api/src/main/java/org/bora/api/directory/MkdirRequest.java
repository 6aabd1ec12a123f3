package org.bora.api.directory;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Surl;

/**
 * srmMkdir: one directory, never its parents.
 *
 * @param becomes the name that the directory gets by a rename once a door has filled it. Refused at
 *     once where the caller may not create everything there, may not replace what is there, or may
 *     not rename or remove everything below {@code surl}. A backend of a release that does not know
 *     this does not look
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
