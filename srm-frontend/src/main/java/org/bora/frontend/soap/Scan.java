package org.bora.frontend.soap;

/** What a first look at a request found. */
sealed interface Scan {

  /**
   * A whole request within all bounds.
   *
   * @param part of the operation's own type
   * @param flaws texts that are no values of their fields
   */
  record Sound(String operation, Object part, Flaws flaws) implements Scan {}

  /**
   * A request that cannot be served, though it is known of which operation.
   *
   * @param flaw a sentence for the client
   */
  record Mistaken(String operation, String flaw) implements Scan {}

  /** A header that must not be passed over (SOAP 1.1 section 4.2.3); none is known here. */
  record NotUnderstood(String header) implements Scan {}

  /**
   * No request at all: broken XML, no SOAP, no operation of the contract.
   *
   * @param flaw a sentence for the client
   */
  record Unreadable(String flaw) implements Scan {}
}
