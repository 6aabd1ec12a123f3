package org.bora.api.word;

/**
 * How safely a file is kept (TRetentionPolicy): REPLICA on disk, CUSTODIAL on tape, OUTPUT between
 * them.
 */
public enum RetentionPolicy {
  REPLICA,
  OUTPUT,
  CUSTODIAL
}
