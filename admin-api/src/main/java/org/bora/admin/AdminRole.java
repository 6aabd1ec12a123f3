package org.bora.admin;

/** What a caller may ask of the administrators' port. */
public enum AdminRole {
  /** Looks, and changes nothing. */
  READER,
  /** Looks and changes. */
  ADMIN;

  /** Whether who has this role may do what demands another. */
  public boolean covers(AdminRole demanded) {
    return compareTo(demanded) >= 0;
  }
}
