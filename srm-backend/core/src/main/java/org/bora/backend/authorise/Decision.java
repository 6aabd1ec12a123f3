package org.bora.backend.authorise;

/** The decision of the rules for one caller, one use and one area, with the rule that decided. */
public sealed interface Decision {

  /** A sentence for the log: which rule decided. */
  String reason();

  /** {@code ground} is the rule with its place in the configuration, for administrators. */
  record Allowed(String reason, String ground) implements Decision {}

  /** {@code reason} may be shown to the caller. */
  record Denied(String reason) implements Decision {}
}
