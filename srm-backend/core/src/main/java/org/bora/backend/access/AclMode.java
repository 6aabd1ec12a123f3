package org.bora.backend.access;

/** How the local accounts that use TURLs get access to the files of an area. */
public enum AclMode {
  /** By owner and mode alone, or by whatever lists the administrator sets. */
  NONE,
  /** By a default list that every new directory gets and hands down. */
  AHEAD,
  /** By an entry for the caller's account that lives as long as the TURL. */
  JUST_IN_TIME
}
