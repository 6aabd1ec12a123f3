package org.bora.api.request;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Surl;

/**
 * A question for the state of an earlier request.
 *
 * @param surls the files of interest; empty is all
 * @param withoutForecast the caller has no use for when files on tape may be there
 */
public record StatusRequest(String token, List<Surl> surls, boolean withoutForecast) {

  /** As SRM asks. */
  public StatusRequest(String token, List<Surl> surls) {
    this(token, surls, false);
  }

  public StatusRequest {
    Objects.requireNonNull(token, "token");
    surls = List.copyOf(surls);
  }
}
