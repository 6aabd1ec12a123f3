package org.bora.api.figures;

import java.util.Locale;

/** Why a frontend did not serve a call. */
public enum RefusalReason {
  /** The site does not want this caller. */
  BANNED,
  /** The credential does not prove its claim. */
  UNPROVEN,
  /** As many calls as may be are in progress. */
  SERVER_FULL,
  /** The caller has as many calls in progress as may be its share. */
  CALLER_FULL,
  /** It would not have had its turn at the backend in time. */
  NO_TURN,
  /** The same, and the calls before it in line were the caller's own. */
  CALLER_NO_TURN,
  /** No backend has sent the bans yet: the frontend has just started. */
  NOT_READY;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** Its name where figures are read. */
  public String label() {
    return label;
  }
}
