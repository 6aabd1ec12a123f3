package org.bora.backend.scenario.model;

import org.bora.api.word.SrmStatus;

/** Where one file of a request stands. */
enum FileState {
  OPEN(SrmStatus.SPACE_AVAILABLE),
  STORED(SrmStatus.SUCCESS),
  PINNED(SrmStatus.FILE_PINNED),
  RELEASED(SrmStatus.RELEASED),
  ABORTED(SrmStatus.ABORTED),
  EXPIRED(SrmStatus.FILE_LIFETIME_EXPIRED),
  FAILED(SrmStatus.FAILURE);

  final SrmStatus code;

  FileState(SrmStatus code) {
    this.code = code;
  }
}
