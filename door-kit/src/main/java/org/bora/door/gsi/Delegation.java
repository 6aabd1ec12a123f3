package org.bora.door.gsi;

/**
 * The credential that a client delegated when its connection opened, an {@link
 * org.bora.api.copy.DelegatedCredential}. It belongs to the connection: only requests of this
 * connection see it, and it is gone when the connection closes. It is never logged and never leaves
 * memory.
 */
public final class Delegation {

  /** Name of the servlet request attribute with the credential; absent if there is none. */
  public static final String ATTRIBUTE = "org.bora.frontend.delegation";

  private Delegation() {}
}
