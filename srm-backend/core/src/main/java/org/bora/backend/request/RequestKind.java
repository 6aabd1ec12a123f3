package org.bora.backend.request;

import org.bora.api.request.RequestType;

/** The kind of a request. The names are stored. */
public enum RequestKind {
  PUT(RequestType.PREPARE_TO_PUT),
  GET(RequestType.PREPARE_TO_GET),
  BRING_ONLINE(RequestType.BRING_ONLINE),
  COPY(RequestType.COPY),
  LS(RequestType.LS),
  RESERVE_SPACE(RequestType.RESERVE_SPACE),
  UPDATE_SPACE(RequestType.UPDATE_SPACE),
  CHANGE_SPACE(RequestType.CHANGE_SPACE_FOR_FILES);

  private final RequestType type;

  RequestKind(RequestType type) {
    this.type = type;
  }

  /** What clients call it. */
  public RequestType type() {
    return type;
  }
}
