package org.bora.backend.request;

import java.util.Objects;

/** A file being written and whose it is. */
public record OwnedPut(PutRow row, String ownerDn) {

  public OwnedPut {
    Objects.requireNonNull(row, "row");
    Objects.requireNonNull(ownerDn, "ownerDn");
  }
}
