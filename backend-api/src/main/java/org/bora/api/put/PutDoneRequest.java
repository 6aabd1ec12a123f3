package org.bora.api.put;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Surl;

/** srmPutDone. */
public record PutDoneRequest(String token, List<Surl> surls) {

  public PutDoneRequest {
    Objects.requireNonNull(token, "token");
    surls = List.copyOf(surls);
  }
}
