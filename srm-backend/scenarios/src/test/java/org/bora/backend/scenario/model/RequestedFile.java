package org.bora.backend.scenario.model;

import org.bora.api.word.SrmStatus;

/** One file of a request. */
final class RequestedFile {
  final String name;
  private final boolean accepted;
  FileState state;
  SrmStatus code;
  String written = "";

  /** Renamed into place by a backend that died before it could say so. */
  boolean published;

  /** Found so when its put ended in another way: no srmPutDone was answered. */
  boolean untold;

  /** A pin whose file was replaced so: it ends when the put does. */
  boolean stale;

  RequestedFile(String name, FileState state, SrmStatus code) {
    this.name = name;
    this.state = state;
    this.code = code;
    this.accepted = state != FileState.FAILED;
  }

  void become(FileState next) {
    state = next;
    code = next.code;
  }

  /** What the request as a whole goes by: it is final with its first answer. */
  SrmStatus outcome() {
    return accepted ? SrmStatus.SUCCESS : code;
  }

  /** Whether it was accepted and nothing of it was aborted. */
  boolean isLive() {
    return accepted && state != FileState.ABORTED;
  }

  boolean isAborted() {
    return state == FileState.ABORTED;
  }

  SrmStatus told() {
    return code;
  }
}
