package org.bora.api.copy;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Surl;

/**
 * srmStatusOfCopyRequest.
 *
 * @param sources of the files of interest; empty is all
 * @param targets likewise; a file of interest is named by either
 */
public record CopyStatusRequest(String token, List<Surl> sources, List<Surl> targets) {

  public CopyStatusRequest {
    Objects.requireNonNull(token, "token");
    sources = List.copyOf(sources);
    targets = List.copyOf(targets);
  }
}
