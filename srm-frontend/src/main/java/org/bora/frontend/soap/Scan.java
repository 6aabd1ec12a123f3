package org.bora.frontend.soap;

/** What a first look at a request found. */
sealed interface Scan {

  /** A whole request within all bounds. */
  record Sound(String operation, Body body) implements Scan {}

  /**
   * A request that cannot be served, though it is known of which operation.
   *
   * @param flaw a sentence for the client
   */
  record Mistaken(String operation, String flaw) implements Scan {}

  /**
   * No request at all: broken XML, no SOAP, no operation of the contract.
   *
   * @param flaw a sentence for the client
   */
  record Unreadable(String flaw) implements Scan {}
}
