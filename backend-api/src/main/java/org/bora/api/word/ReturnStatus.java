package org.bora.api.word;

import java.util.Objects;

/**
 * A status, and a sentence that explains it to the caller.
 *
 * @param code what happened
 * @param explanation free text without secrets, class names or physical paths; empty if the code
 *     needs no explanation
 */
public record ReturnStatus(SrmStatus code, String explanation) {

  public ReturnStatus {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(explanation, "explanation");
  }

  /** A status that needs no explanation. */
  public static ReturnStatus of(SrmStatus code) {
    return new ReturnStatus(code, "");
  }

  public static ReturnStatus of(SrmStatus code, String explanation) {
    return new ReturnStatus(code, explanation);
  }

  public static ReturnStatus success() {
    return of(SrmStatus.SUCCESS);
  }
}
