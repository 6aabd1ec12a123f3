package org.bora.gridftp.gss;

/**
 * Whether a server gets a delegated proxy of our credential. jGlobus' control channel always
 * requests delegation; the credential decides.
 */
public enum DelegationMode {
  /** The server gets nothing. Enough for health, size and checksum. */
  NONE,
  /** A limited proxy: the server may move data with it and not start jobs. */
  LIMITED,
  /** A full proxy: what a third-party copy with data channel authentication needs. */
  FULL
}
