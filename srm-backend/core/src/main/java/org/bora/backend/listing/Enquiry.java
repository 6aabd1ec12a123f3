package org.bora.backend.listing;

import java.util.Objects;
import org.bora.api.directory.LsRequest;
import org.bora.api.word.Caller;

/** What to list, and for whom: everything that a backend needs to start the listing again. */
public record Enquiry(Caller caller, LsRequest request) {

  public Enquiry {
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(request, "request");
  }
}
