package org.bora.api.request;

/** The type of a request (TRequestType), in the order of the contract. */
public enum RequestType {
  PREPARE_TO_GET,
  PREPARE_TO_PUT,
  COPY,
  BRING_ONLINE,
  RESERVE_SPACE,
  UPDATE_SPACE,
  CHANGE_SPACE_FOR_FILES,
  LS
}
