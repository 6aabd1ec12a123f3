package org.bora.api.request;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Surl;

/**
 * Asks for the state of an earlier request.
 *
 * @param surls the wanted files; empty: all
 * @param withoutForecast whether the caller needs no estimate for files on tape
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
