package org.bora.api.request;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Surl;

/**
 * A question for the state of an earlier request.
 *
 * @param surls the files of interest; empty is all
 */
public record StatusRequest(String token, List<Surl> surls) {

  public StatusRequest {
    Objects.requireNonNull(token, "token");
    surls = List.copyOf(surls);
  }
}
