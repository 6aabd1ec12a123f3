package org.bora.api.directory;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Surl;

/**
 * srmRmdir; recursive removes what is below, never a file being written.
 *
 * @param unless a note of doors ({@link AnnotateRequest}) with which an empty directory stays, and
 *     SRM_NON_EMPTY_DIRECTORY is the answer. Without effect on a recursive removal, and on backends
 *     of earlier releases
 */
public record RmdirRequest(Surl surl, boolean recursive, Optional<String> unless) {

  public RmdirRequest {
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(unless, "unless");
  }

  /** Of a client, who removes the directory whatever doors have noted on it. */
  public RmdirRequest(Surl surl, boolean recursive) {
    this(surl, recursive, Optional.empty());
  }
}
