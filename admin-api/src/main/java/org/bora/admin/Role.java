package org.bora.admin;

/** What a caller may ask of the administrators' port. */
public enum Role {
  /** Looks, and changes nothing. */
  READER,
  /** Looks and changes. */
  ADMIN;

  /** Whether who has this role may do what demands another. */
  public boolean covers(Role demanded) {
    return compareTo(demanded) >= 0;
  }
}
