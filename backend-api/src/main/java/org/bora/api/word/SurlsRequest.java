package org.bora.api.word;

import java.util.List;

/** Asks about files. */
public record SurlsRequest(List<Surl> surls) {
  public SurlsRequest {
    surls = List.copyOf(surls);
  }
}
