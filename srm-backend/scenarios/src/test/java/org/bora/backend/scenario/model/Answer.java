package org.bora.backend.scenario.model;

import java.util.Arrays;
import java.util.List;
import org.bora.api.word.SrmStatus;

/**
 * What a caller is told. In what the model foretells null stands for any status.
 *
 * @param whole status of the request
 * @param files status of each file, in their order
 */
record Answer(SrmStatus whole, List<SrmStatus> files) {

  /** A step nobody is told anything about. */
  static final Answer NOTHING = new Answer(SrmStatus.CUSTOM_STATUS, List.of());

  static Answer of(SrmStatus whole, SrmStatus... files) {
    return new Answer(whole, Arrays.asList(files));
  }

  /** Whether {@code told} is one of the answers foretold here. */
  boolean allows(Answer told) {
    if (!allows(whole, told.whole) || files.size() != told.files.size()) {
      return false;
    }
    for (int at = 0; at < files.size(); at++) {
      if (!allows(files.get(at), told.files.get(at))) {
        return false;
      }
    }
    return true;
  }

  private static boolean allows(SrmStatus foretold, SrmStatus told) {
    return foretold == null || foretold == told;
  }
}
