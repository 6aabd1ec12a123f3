package org.bora.backend.listing;

/** The state of a listing. The names are stored. */
public enum ListingState {
  /** A backend lists, or did until its lease was over. */
  LISTING,
  /** What was found can be read. */
  LISTED,
  /** Given up by the client. */
  ABORTED,
  /** Abandoned by Bora; the outcome has the reason. */
  FAILED
}
