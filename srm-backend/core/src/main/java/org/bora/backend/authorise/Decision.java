package org.bora.backend.authorise;

/** What the rules say about one caller, one use, one area; always with the rule that said so. */
public sealed interface Decision {

  /** A sentence for the log: which rule decided. */
  String reason();

  /** {@code ground} is the rule with its place in the configuration, for administrators. */
  record Allowed(String reason, String ground) implements Decision {}

  /** {@code reason} may be shown to the caller. */
  record Denied(String reason) implements Decision {}
}
