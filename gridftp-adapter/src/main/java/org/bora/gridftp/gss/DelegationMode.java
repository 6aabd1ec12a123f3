package org.bora.gridftp.gss;

/**
 * Whether a server is handed a proxy of our credential. jGlobus' control channel asks for
 * delegation always; the credential decides.
 */
public enum DelegationMode {
  /** The server gets nothing. Enough for health, size and checksum. */
  NONE,
  /** A limited proxy: the server may move data with it and not start jobs. */
  LIMITED,
  /** A full proxy: what a third-party copy with data channel authentication needs. */
  FULL
}
