package org.bora.api.directory;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Surl;

/**
 * srmRmdir. A recursive removal also removes everything below, but never a file that is being
 * written.
 *
 * @param unless name of a note ({@link AnnotateRequest}): an empty directory with it stays, and the
 *     answer is SRM_NON_EMPTY_DIRECTORY. Recursive removals and backends of earlier releases ignore
 *     it
 */
public record RmdirRequest(Surl surl, boolean recursive, Optional<String> unless) {

  public RmdirRequest {
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(unless, "unless");
  }

  /** For a client, which removes the directory whatever notes doors have on it. */
  public RmdirRequest(Surl surl, boolean recursive) {
    this(surl, recursive, Optional.empty());
  }
}
