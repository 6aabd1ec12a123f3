package org.bora.admin;

/** What a caller may ask of the administrators' port. */
public enum AdminRole {
  /** Looks, and changes nothing. */
  READER,
  /** Looks and changes. */
  ADMIN;

  /** Whether this role includes another role. */
  public boolean covers(AdminRole demanded) {
    return compareTo(demanded) >= 0;
  }
}
