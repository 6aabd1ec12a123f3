package org.bora.api.copy;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Surl;

/**
 * srmStatusOfCopyRequest.
 *
 * @param sources of the wanted files; empty: all
 * @param targets of the wanted files; either of the two names a file
 */
public record CopyStatusRequest(String token, List<Surl> sources, List<Surl> targets) {

  public CopyStatusRequest {
    Objects.requireNonNull(token, "token");
    sources = List.copyOf(sources);
    targets = List.copyOf(targets);
  }
}
