package org.bora.api.request;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Surl;

/** srmAbortFiles. */
public record AbortFilesRequest(String token, List<Surl> surls) {

  public AbortFilesRequest {
    Objects.requireNonNull(token, "token");
    surls = List.copyOf(surls);
  }
}
