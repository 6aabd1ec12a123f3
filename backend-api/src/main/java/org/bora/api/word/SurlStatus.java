package org.bora.api.word;

import java.util.Objects;

/** The outcome for one SURL of a call that names several (TSURLReturnStatus). */
public record SurlStatus(Surl surl, ReturnStatus status) {

  public SurlStatus {
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(status, "status");
  }
}
