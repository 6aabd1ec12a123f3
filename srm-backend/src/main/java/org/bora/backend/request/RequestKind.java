package org.bora.backend.request;

/** What a request is for. The names are stored. */
public enum RequestKind {
  PUT,
  GET,
  BRING_ONLINE
}
