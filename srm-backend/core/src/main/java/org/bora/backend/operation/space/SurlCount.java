package org.bora.backend.operation.space;

import java.util.List;
import java.util.Optional;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;

/** How many SURLs one call about files of a space may name. */
final class SurlCount {
  static final int MOST = 10_000;

  private SurlCount() {}

  /** Why the number is too small or too large; empty if it is valid. */
  static Optional<ReturnStatus> refusal(List<Surl> surls) {
    int count = surls.size();
    return count == 0 || count > MOST
        ? Optional.of(
            ReturnStatus.of(
                SrmStatus.INVALID_REQUEST,
                count + " SURLs in one call, 1 to " + MOST + " are possible"))
        : Optional.empty();
  }
}
